// What PHP itself brings, so that a call of `strlen` is never «unresolved». The table is generated from a PHP with its usual
// extensions; functions that PHP removed are listed by hand, because old projects call them still.

import { foldName } from "../base/names.ts";
import { BUILTIN_CLASSES, BUILTIN_FUNCTIONS } from "./builtins_table.ts";

/** Removed between PHP 5.3 and 8.2 (PHP manual, «Removed functions» of the migration guides). */
const REMOVED = `
__autoload call_user_method call_user_method_array create_function define_syslog_variables each ereg ereg_replace eregi
eregi_replace fgetss get_magic_quotes_gpc get_magic_quotes_runtime gmp_random hebrevc image2wbmp imap_header import_request_variables
is_real jpeg2wbmp ldap_sort magic_quotes_runtime mb_ereg_replace mcrypt_create_iv mcrypt_decrypt mcrypt_encrypt
mcrypt_generic mcrypt_generic_deinit mcrypt_generic_init mcrypt_get_block_size mcrypt_get_iv_size mcrypt_get_key_size
mcrypt_module_close mcrypt_module_open mdecrypt_generic money_format mssql_bind mssql_close mssql_connect mssql_execute
mssql_fetch_array mssql_fetch_assoc mssql_fetch_object mssql_fetch_row mssql_get_last_message mssql_init mssql_num_rows
mssql_pconnect mssql_query mssql_select_db mysql_affected_rows mysql_client_encoding mysql_close mysql_connect
mysql_create_db mysql_data_seek mysql_db_name mysql_db_query mysql_drop_db mysql_errno mysql_error mysql_escape_string
mysql_fetch_array mysql_fetch_assoc mysql_fetch_field mysql_fetch_lengths mysql_fetch_object mysql_fetch_row
mysql_field_flags mysql_field_len mysql_field_name mysql_field_seek mysql_field_table mysql_field_type
mysql_free_result mysql_get_client_info mysql_get_host_info mysql_get_proto_info mysql_get_server_info mysql_info
mysql_insert_id mysql_list_dbs mysql_list_fields mysql_list_processes mysql_list_tables mysql_num_fields mysql_num_rows
mysql_pconnect mysql_ping mysql_query mysql_real_escape_string mysql_result mysql_select_db mysql_set_charset mysql_stat
mysql_tablename mysql_thread_id mysql_unbuffered_query odbc_result_all png2wbmp read_exif_data restore_include_path
session_is_registered session_register session_unregister set_magic_quotes_runtime set_socket_blocking split spliti
sql_regcase strptime utf8_decode utf8_encode xmlrpc_decode xmlrpc_encode xmlrpc_encode_request xmlrpc_server_create
`;

const functions = names(BUILTIN_FUNCTIONS + REMOVED);
const classes = names(BUILTIN_CLASSES);

export function isBuiltinFunction(name: string): boolean {
  return functions.has(foldName(name));
}

export function isBuiltinClass(name: string): boolean {
  return classes.has(foldName(name));
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((n) => n !== "").map(foldName));
}
