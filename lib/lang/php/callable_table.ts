// Functions of PHP and of WordPress that call what they are given, with the places of those arguments. A table only; what a
// callable looks like is decided in callables.ts.

/** Positions from 0; a negative one counts from the end. */
type Places = readonly number[];

const PHP: [Places, string][] = [
  [
    [0],
    "array_map call_user_func call_user_func_array forward_static_call forward_static_call_array ob_start",
  ],
  [[0], "register_shutdown_function register_tick_function spl_autoload_register set_error_handler"],
  [[0], "set_exception_handler header_register_callback"],
  [
    [1],
    "array_filter array_walk array_walk_recursive array_reduce usort uasort uksort preg_replace_callback",
  ],
  [[1], "iterator_apply array_find array_find_key array_any array_all pcntl_signal mb_ereg_replace_callback"],
  [
    [-1],
    "array_udiff array_udiff_assoc array_diff_uassoc array_diff_ukey array_uintersect array_uintersect_assoc",
  ],
  [[-1], "array_intersect_uassoc array_intersect_ukey"],
  [[-1, -2], "array_udiff_uassoc array_uintersect_uassoc"],
  [[1, 2], "xml_set_element_handler"],
  [[1], "xml_set_character_data_handler xml_set_default_handler"],
  [[0, 1, 2, 3, 4, 5], "session_set_save_handler"],
];

const HOOKS: [Places, string][] = [
  [[1], "add_action add_filter add_shortcode register_activation_hook register_deactivation_hook"],
  [[1], "register_uninstall_hook wp_register_sidebar_widget"],
  [[4], "add_menu_page add_object_page add_utility_page add_management_page add_options_page add_theme_page"],
  [[4], "add_plugins_page add_users_page add_dashboard_page add_posts_page add_media_page add_pages_page"],
  [[5], "add_submenu_page"],
  [[2], "add_meta_box add_settings_section add_settings_field wp_add_dashboard_widget"],
];

/** Calls whose arrays name callables under keys that end in `callback`. */
const KEYED =
  "register_rest_route register_rest_field register_setting register_meta register_post_meta register_post_type " +
  "register_taxonomy register_block_type add_theme_support wp_list_comments";

export interface CallableArguments {
  places: Places;
  hook: boolean;
  keyed: boolean;
}

export const CALLABLE_ARGUMENTS: ReadonlyMap<string, CallableArguments> = new Map([
  ...table(PHP, false),
  ...table(HOOKS, true),
  ...KEYED.split(" ").map((name) => [name, { places: [], hook: true, keyed: true }] as const),
]);

function table(rows: [Places, string][], hook: boolean): [string, CallableArguments][] {
  return rows.flatMap(([places, names]) =>
    names.split(" ").map((name) => [name, { places, hook, keyed: false }] as [string, CallableArguments])
  );
}
