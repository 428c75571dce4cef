import { EditorState } from '@codemirror/state'
import type { IntlShape } from 'react-intl'

/** The built-in phrases of CodeMirror, with the message for each in the current language. */
const phrases = {
  Completions: 'Completions',
  Diagnostics: 'Problems',
  'No diagnostics': 'NoProblems',
  Find: 'Find',
  Replace: 'ReplaceWith',
  next: 'FindNext',
  previous: 'FindPrevious',
  all: 'FindAll',
  'match case': 'MatchCase',
  regexp: 'Regexp',
  'by word': 'WholeWord',
  replace: 'Replace',
  'replace all': 'ReplaceAll',
  close: 'Close',
  'current match': 'CurrentMatch',
  'on line': 'OnLine',
  'Go to line': 'GoToLine',
  go: 'Go',
  'Selection deleted': 'SelectionDeleted',
  'Control character': 'ControlCharacter',
  'replaced match on line $': 'ReplacedOne',
  'replaced $ matches': 'ReplacedAll',
} as const

export const codePhrases = (intl: IntlShape) =>
  EditorState.phrases.of(
    Object.fromEntries(
      Object.entries(phrases).map(([phrase, name]) => [
        phrase,
        intl.formatMessage({ id: `DesignSystem.CodeEditor.${name}` }, { place: '$' }),
      ]),
    ),
  )
