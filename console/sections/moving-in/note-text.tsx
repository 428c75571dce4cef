import type { MovedObject, MoveNote } from '@assay/risk-service/contract'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { diagnosticText } from '../../platform/authoring/fql/diagnostics.ts'

type Diagnostic = NonNullable<MoveNote['diagnostic']>

/** Returns what a note says and what to do next, as one text: for the table, and for the saved report. */
export function noteText(intl: IntlShape, note: MoveNote): string {
  const { code, params, diagnostic } = note
  const detail = code === 'refused' ? { detail: refusalText(intl, note) } : {}
  const text = intl.formatMessage({ id: `MovingIn.Note.${code}` }, { ...params, ...detail })
  return diagnostic === null ? text : `${faultText(intl, diagnostic)} ${text}`
}

/** Returns why nothing of the configuration was stored, without what to do next. */
export function refusalText(intl: IntlShape, { params, diagnostic }: MoveNote): string {
  if (diagnostic !== null) return faultText(intl, diagnostic)
  const [area = '', reason = ''] = String(params['reason']).split('.')
  return ownText(intl, `MovingIn.Refusal.${area}.${reason}`, params) ?? String(params['detail'] ?? '')
}

/** What is wrong with a file: a fault of the file itself, of a list, or of a text of the query language. */
function faultText(intl: IntlShape, diagnostic: Diagnostic): string {
  const { code, params } = diagnostic
  const own =
    ownText(intl, `MovingIn.FileFault.${params['fault'] ?? ''}`, params) ??
    ownText(intl, `Lists.Issue.${code}`, params) ??
    diagnosticText(intl, diagnostic)
  const field = params['field'] ?? ''
  return field === '' ? own : `${field}: ${own}`
}

const ownText = (intl: IntlShape, id: string, params: MoveNote['params']): string | null =>
  intl.messages[id] === undefined ? null : intl.formatMessage({ id }, params)

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
