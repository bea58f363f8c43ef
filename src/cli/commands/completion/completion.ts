// `waypost completion print`: prints the completion script for a shell.
import { basename } from 'node:path';
import { readVariable } from '../../../lib/environment';
import { invalidInput } from '../../../lib/errors';
import type { Machine } from '../../../lib/runtime';
import type { Output } from '../../output/output';
import type { System } from '../../run/system';

const bash = `# waypost completion for bash. This script requires only bash.
_waypost() {
  local IFS=$'\\n' answer kind value
  COMPREPLY=()
  answer=$(command waypost __complete bash "--line=\${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null) || return 0
  {
    IFS=$'\\t' read -r kind value
    case $kind in
      files | directories)
        value=default
        [ "$kind" = directories ] && value=dirnames
        compopt -o "$value" 2>/dev/null && return 0
        # Bash 3.2 (macOS) cannot change completion options here. Its compgen would run code in the path.
        value=\${COMP_WORDS[COMP_CWORD]#=}
        [[ $value == [\\'\\"]* || $value == *['$\`']* ]] && return 0
        while read -r value; do
          printf -v value %q "$value"
          COMPREPLY+=("\${value/#\\\\~/~}")
        done < <(compgen "-\${kind:0:1}" -- "$value")
        return 0
        ;;
      open) compopt -o nospace 2>/dev/null ;;
    esac
    while IFS=$'\\t' read -r value _; do COMPREPLY+=("$value"); done
  } <<< "$answer"
}
complete -F _waypost waypost
`;

const zsh = `#compdef waypost
# waypost completion for zsh.
_waypost() {
  local -a answer items suffix
  local line value
  answer=("\${(@f)$(command waypost __complete zsh "--current=$PREFIX" -- "\${(@Q)words[2,CURRENT-1]}" 2>/dev/null </dev/null)}")
  case $answer[1] in
    files*|directories*)
      compset -P '--*='
      # _files would run a command substitution in the path. A variable name is harmless.
      value=\${\${PREFIX//\\\\?/}//\\$[A-Za-z_][A-Za-z0-9_]#/}
      [[ $compstate[quote] != \\' && $value == *[\\\`\\$\\(\\[]* || $PREFIX == \\~*[^[:alnum:]~._/+-]* ]] && return 1
      if [[ $answer[1] == files* ]]; then _files; else _files -/; fi
      return
      ;;
    open) suffix=(-S '') ;;
  esac
  for line in "\${(@)answer[2,-1]}"; do
    value="\${\${\${line%%$'\\t'*}//\\\\/\\\\\\\\}//:/\\\\:}"
    if [[ $line == *$'\\t'* ]]; then items+=("$value:\${line#*$'\\t'}"); else items+=("$value"); fi
  done
  _describe -V waypost items "\${suffix[@]}"
}
if [[ \${funcstack[1]} = _waypost ]]; then
  _waypost "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
  compdef _waypost waypost
fi
`;

const fish = `# waypost completion for fish.
function __waypost_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    set -l answer (command waypost __complete fish "--current=$current" -- $words 2>/dev/null </dev/null)
    set -l kind (string split \\t -- $answer[1])
    set -e answer[1]
    switch "$kind[1]"
        case files directories
            set -l before $kind[2]
            set -l path (string sub -s (math (string length -- "$before") + 1) -- "$current")
            # For an unknown command, fish completes file names.
            set -l found (complete -C "waypost/ $path" | string replace -r '\\t.*' '')
            test "$kind[1]" = files; or set found (string match -- '*/' $found)
            for one in $found
                echo -- "$before$one"
            end
        case '*'
            printf '%s\\n' $answer
    end
end
complete -c waypost -f -k -a '(__waypost_complete)'
`;

const powershell = `# waypost completion for PowerShell.
Register-ArgumentCompleter -Native -CommandName waypost -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    # Base64, so that no program between PowerShell and waypost interprets quotes or other special characters.
    $line = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes((@($wordToComplete) + $words) -join [char]0))
    $answer = @(& waypost __complete powershell $line 2>$null)
    # If the script returns nothing, PowerShell completes file names.
    if ($answer.Count -lt 2) { return }
    $answer | Select-Object -Skip 1 | ForEach-Object {
        $value, $description = $_ -split "\`t", 2
        if (-not $description) { $description = $value }
        $shown = if ($value -match '[^\\p{L}\\p{N}_+=:./-]') {
            "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($value) + "'"
        } else { $value }
        [System.Management.Automation.CompletionResult]::new($shown, $value, 'ParameterValue', $description)
    }
}
`;

export const scripts = { bash, zsh, fish, powershell } as const;

export type Shell = keyof typeof scripts;

/**
 * Returns the shell whose name is `named`, or the user's shell if `named` is undefined. Throws `invalid_input` if
 * waypost does not support completion for the shell.
 */
export function shellOf(
  { env, platform }: Pick<Machine, 'env' | 'platform'>,
  named: string | undefined,
): Shell {
  const usual = platform === 'win32' ? 'powershell' : basename(readVariable(env, 'SHELL') ?? '');
  const wanted = named ?? usual;
  const known = wanted === 'pwsh' ? 'powershell' : wanted;
  const shell = (Object.keys(scripts) as Shell[]).find((name) => name === known);
  if (shell !== undefined) return shell;
  const choices = Object.keys(scripts).join(', ');
  throw named === undefined
    ? invalidInput(
        usual === ''
          ? 'Your shell is unknown, because $SHELL is not set.'
          : `waypost has no completion for your shell, ${usual}.`,
        `Pass the name of a shell: ${choices}.`,
      )
    : invalidInput(`waypost has no completion for the shell ${named}.`, `Use one of ${choices}.`);
}

export async function completionPrint(
  { system, output }: { system: System; output: Output },
  _options: object,
  named?: string,
): Promise<void> {
  const shell = shellOf(system, named);
  const script = scripts[shell];
  if (output.asData) await output.result({ shell, script }, () => '');
  else output.raw(Buffer.from(script));
}
