import type { SHELLS } from "./completions.ts";

/**
 * The script for each shell. It passes the words of the line to `percodec complete SHELL -- WORD...` as an array, which no
 * shell evaluates again. It reads one line `files N` or `words`, then lines of a word, a TAB and its summary.
 */
export const SCRIPTS: Record<(typeof SHELLS)[number], string> = {
  bash: `# percodec completions for bash: source <(percodec complete bash)
_percodec() {
  local kind word summary
  COMPREPLY=()
  {
    read -r kind
    while IFS=$'\\t' read -r word summary; do
      [[ "$word" == "\${2//\\\\/}"* ]] || continue
      # Inside quotes a word needs no escaping.
      [[ "\${COMP_WORDS[COMP_CWORD]}" == [\\'\\"]* ]] || printf -v word %q "$word"
      COMPREPLY+=("$word")
    done
  } < <(percodec complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$2" 2>/dev/null </dev/null)
  # -o default completes files; bash 3 has no compopt, and completes files everywhere.
  [[ "$kind" == files* ]] || compopt +o default 2>/dev/null
}
complete -o default -F _percodec percodec
`,
  zsh: `#compdef percodec
# percodec completions for zsh: source <(percodec complete zsh), or a file _percodec in a folder of fpath
_percodec() {
  local kind word summary
  local -a offered
  {
    read -r kind
    while IFS=$'\\t' read -r word summary; do
      offered+=("\${word//:/\\\\:}:$summary")
    done
  } < <(percodec complete zsh -- "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null </dev/null)
  if [[ "$kind" == files* ]]; then
    compset -p "\${kind#files }" && _files
  else
    _describe percodec offered
  fi
}
if [[ "\${funcstack[1]}" == _percodec ]]; then
  _percodec "$@"
else
  (( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit -D -i }
  compdef _percodec percodec
fi
`,
  fish: `# percodec completions for fish: percodec complete fish | source
function __percodec_words
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    set -g __percodec_offered (percodec complete fish -- $words "$current" 2>/dev/null </dev/null)
    set -l kind $__percodec_offered[1]
    set -e __percodec_offered[1]
    test "$kind" = words
end
complete -c percodec -e
complete -c percodec -n __percodec_words -f -a '$__percodec_offered'
`,
};
