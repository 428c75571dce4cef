import { useIntl } from 'react-intl'
import { useHotkeys } from '../hotkeys/index.ts'

/** The shortcut for a new note, while it is rendered. */
export function NoteHotkey({ onNewNote }: { onNewNote: () => void }) {
  const intl = useIntl()
  useHotkeys({ id: 'notes', label: intl.formatMessage({ id: 'Review.Notes.Title' }) }, [
    { id: 'new', keys: 'n', label: intl.formatMessage({ id: 'Review.Notes.New' }), run: onNewNote },
  ])
  return null
}
