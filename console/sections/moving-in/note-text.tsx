import type { MoveNote } from '@assay/risk-service/contract'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { diagnosticText } from '../../platform/authoring/fql/diagnostics.ts'

/** Returns what a note says and what to do next, as one text: for the table, and for the saved report. */
export function noteText(intl: IntlShape, { code, params, diagnostic }: MoveNote): string {
  const text = intl.formatMessage({ id: `MovingIn.Note.${code}` }, params)
  return diagnostic === null ? text : `${diagnosticText(intl, diagnostic)} ${text}`
}

const placeOf = ({ line, column }: { line: number; column: number }): string => `${line}:${column}`

/** The notes of an object, those of its text with their place. */
export function NoteList({ notes }: { notes: readonly MoveNote[] }) {
  const intl = useIntl()
  if (notes.length === 0)
    return (
      <p className="text-fg-secondary">
        <FormattedMessage id="MovingIn.NoNotes" />
      </p>
    )
  return (
    <ul className="flex flex-col gap-2">
      {notes.map(note => (
        <li key={JSON.stringify(note)} className="wrap-anywhere">
          {note.diagnostic === null || note.diagnostic.line === 0 ? null : (
            <bdi dir="ltr" className="me-1 text-fg-muted tabular-nums">
              {placeOf(note.diagnostic)}
            </bdi>
          )}
          {noteText(intl, note)}
        </li>
      ))}
    </ul>
  )
}
