// The four completion scripts as templates over plain word lists. They complete commands, operations and flags, and
// leave files to the shell.

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = typeof SHELLS[number];

export interface Words {
  /** Name and summary. */
  commands: readonly (readonly [string, string])[];
  operations: readonly (readonly [string, string])[];
  /** Flags by `<command>` and by `query <operation>`. */
  flags: Readonly<Record<string, readonly string[]>>;
}

/** The script of a shell. */
export function completionScript(shell: Shell, words: Words): string {
  switch (shell) {
    case "bash":
      return bash(words);
    case "zsh":
      return zsh(words);
    case "fish":
      return fish(words);
    case "powershell":
      return powershell(words);
  }
}

function names(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name]) => name).join(" ");
}

/** `case` branches that set `flags` for the words typed so far; read by bash and zsh alike. */
function flagCases(words: Words): string {
  return Object.entries(words.flags).map(([key, flags]) => `    "${key}") flags="${flags.join(" ")}" ;;`)
    .join("\n");
}

function bash(words: Words): string {
  return `_ragraf() {
  local word="\${COMP_WORDS[COMP_CWORD]}" command="" operation="" flags="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      -p|--project) ((i++)) ;;
      -*) ;;
      *) if [ -z "$command" ]; then command="\${COMP_WORDS[i]}"; elif [ -z "$operation" ]; then operation="\${COMP_WORDS[i]}"; fi ;;
    esac
  done
  local key="$command"
  if [ "$command" = query ] && [ -n "$operation" ]; then key="query $operation"; fi
  case "$key" in
${flagCases(words)}
    "") flags="--project --json --help --version" ;;
  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [ -z "$command" ]; then
    COMPREPLY=($(compgen -W "${names(words.commands)}" -- "$word"))
  elif [ "$command" = query ] && [ -z "$operation" ]; then
    COMPREPLY=($(compgen -W "${names(words.operations)}" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _ragraf ragraf
`;
}

function zsh(words: Words): string {
  const described = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([name, text]) => `    '${name}:${text.replaceAll("'", "'\\''")}'`).join("\n");
  return `#compdef ragraf
_ragraf() {
  local command="" operation="" flags="" key="" i
  local -a commands operations
  commands=(
${described(words.commands)}
  )
  operations=(
${described(words.operations)}
  )
  for ((i = 2; i < CURRENT; i++)); do
    case "\${words[i]}" in
      -p|--project) ((i++)) ;;
      -*) ;;
      *) if [[ -z "$command" ]]; then command="\${words[i]}"; elif [[ -z "$operation" ]]; then operation="\${words[i]}"; fi ;;
    esac
  done
  key="$command"
  if [[ "$command" == query && -n "$operation" ]]; then key="query $operation"; fi
  case "$key" in
${flagCases(words)}
    "") flags="--project --json --help --version" ;;
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    compadd -- \${=flags}
  elif [[ -z "$command" ]]; then
    _describe command commands
  elif [[ "$command" == query && -z "$operation" ]]; then
    _describe operation operations
  else
    _files
  fi
}
compdef _ragraf ragraf
`;
}

function fish(words: Words): string {
  const text = (s: string) => s.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
  const lines = [
    "complete -c ragraf -s p -l project -r -d 'project'",
    "complete -c ragraf -l json -d 'JSON'",
  ];
  for (const [name, summary] of words.commands) {
    lines.push(`complete -c ragraf -n __fish_use_subcommand -f -a ${name} -d '${text(summary)}'`);
  }
  for (const [name, title] of words.operations) {
    lines.push(`complete -c ragraf -n '__fish_seen_subcommand_from query' -f -a ${name} -d '${text(title)}'`);
  }
  for (const [key, flags] of Object.entries(words.flags)) {
    const conditions = key.split(" ").map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ");
    for (const flag of flags) {
      if (flag !== "--project" && flag !== "--json") {
        lines.push(`complete -c ragraf -n '${conditions}' -l ${flag.slice(2)}`);
      }
    }
  }
  return `${[...new Set(lines)].join("\n")}\n`;
}

function powershell(words: Words): string {
  const list = (items: readonly string[]) => items.map((item) => `'${item}'`).join(", ");
  const flags = Object.entries(words.flags).map(([key, items]) => `    '${key}' = @(${list(items)})`).join(
    "\n",
  );
  return `Register-ArgumentCompleter -Native -CommandName ragraf -ScriptBlock {
  param($word, $ast, $position)
  $flags = @{
    '' = @('--project', '--json', '--help', '--version')
${flags}
  }
  $before = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_" })
  $plain = @()
  for ($i = 0; $i -lt $before.Count; $i++) {
    if ($before[$i] -in '-p', '--project') { $i++ } elseif (-not $before[$i].StartsWith('-')) { $plain += $before[$i] }
  }
  $key = if ($plain.Count -ge 2 -and $plain[0] -eq 'query') { "query $($plain[1])" } elseif ($plain.Count) { $plain[0] } else { '' }
  $items = if ($word.StartsWith('-')) { $flags[$key] }
    elseif ($plain.Count -eq 0) { @(${list(words.commands.map(([name]) => name))}) }
    elseif ($plain.Count -eq 1 -and $plain[0] -eq 'query') { @(${
    list(words.operations.map(([name]) => name))
  }) }
    else { @() }
  $items | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
