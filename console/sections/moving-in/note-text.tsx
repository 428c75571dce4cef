import type { MovedObject, MoveNote } from '@assay/risk-service/contract'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { diagnosticText } from '../../platform/authoring/fql/diagnostics.ts'

/** Returns what a note says and what to do next, as one text: for the table, and for the saved report. */
export function noteText(intl: IntlShape, { code, params, diagnostic }: MoveNote): string {
  const text = intl.formatMessage({ id: `MovingIn.Note.${code}` }, params)
  return diagnostic === null ? text : `${diagnosticText(intl, diagnostic)} ${text}`
}

/** A new rule is inactive: it is tried before it decides. */
export const needsTrial = ({ kind, action }: MovedObject): boolean => kind === 'rule' && action !== 'none'

const placeOf = ({ line, column }: { line: number; column: number }): string => `${line}:${column}`

/** The notes of an object, those of its text with their place. */
export function NoteList({ object }: { object: MovedObject }) {
  const intl = useIntl()
  const { notes } = object
  if (notes.length === 0)
    return (
      <p className="text-fg-secondary">
        <FormattedMessage id={needsTrial(object) ? 'MovingIn.Try' : 'MovingIn.NoNotes'} />
      </p>
    )
  return (
    <ul className="flex flex-col gap-2">
      {notes.map(note => (
        <li key={JSON.stringify(note)} className="wrap-anywhere">
          {note.diagnostic === null || note.diagnostic.line === 0 ? null : (
            <span className="me-1 text-fg-muted tabular-nums">
              <bdi dir="ltr">{placeOf(note.diagnostic)}</bdi>
            </span>
          )}
          {noteText(intl, note)}
        </li>
      ))}
    </ul>
  )
}
