import { Button, Icon } from '@assay/design-system'
import { MessageSquareText } from 'lucide-react'
import { useIntl } from 'react-intl'
import { NoteHotkey } from './note-hotkey.tsx'
import type { NotePlace } from './note-place.ts'
import { useNoteLevel, useNotes } from './use-notes.ts'

interface NotesButtonProps extends NotePlace {
  /** The panel is on the page. */
  open: boolean
  /** Leads to the panel. */
  onOpen: () => void
  /** Opens the panel with the field for a new note. */
  onCompose: () => void
}

/** Leads to the notes on an event: how many there are, and a dot while some are unread. */
export function NotesButton({ environmentId, eventType, eventId, open, onOpen, onCompose }: NotesButtonProps) {
  const intl = useIntl()
  const level = useNoteLevel(environmentId)
  const { summary } = useNotes({ environmentId, eventType, eventId }, level !== 'none')
  if (level === 'none') return null
  const total = summary?.total ?? 0
  const unread = summary?.unread ?? 0
  const label =
    total === 0
      ? intl.formatMessage({ id: 'Review.Notes.Title' })
      : intl.formatMessage({ id: 'Review.Notes.Open' }, { count: total })
  const news = intl.formatMessage({ id: 'Review.Notes.Unread' }, { count: unread })
  return (
    <>
      {/* An open panel has the key itself. */}
      {!open && level === 'write' ? <NoteHotkey onNewNote={onCompose} /> : null}
      <Button
        variant="ghost"
        onClick={onOpen}
        aria-label={unread === 0 ? label : intl.formatList([label, news], { type: 'unit' })}
      >
        <Icon icon={MessageSquareText} />
        {/* The head of a narrow page has no room for the word. */}
        <span className="max-lg:hidden">{label}</span>
        {total === 0 ? null : <span className="lg:hidden">{intl.formatNumber(total)}</span>}
        {unread === 0 ? null : (
          <span aria-hidden className="size-1.5 rounded-full bg-accent forced-color-adjust-none" />
        )}
      </Button>
    </>
  )
}
