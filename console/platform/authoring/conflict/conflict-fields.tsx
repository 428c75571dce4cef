import { cn } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'

/** A text that one of the two does not have. */
const emptyValue = '–'

export interface ConflictField {
  id: string
  label: string
  mine: string
  theirs: string
  /** Text of the query language, which reads from left to right in columns. */
  code?: boolean
}

/**
 * The two versions of a record that two people changed, field by field: only the fields that differ. Texts are shown
 * unchanged, in their own direction.
 */
export function ConflictFields({ fields }: { fields: readonly ConflictField[] }) {
  const intl = useIntl()
  return (
    <div
      className="max-h-[20rem] overflow-auto rounded-control border border-line-subtle"
      tabIndex={0}
      role="group"
      aria-label={intl.formatMessage({ id: 'Errors.Conflict.Fields' })}
    >
      <table className="w-full table-fixed text-sm">
        <thead className="bg-surface-sunken text-fg-secondary">
          <tr>
            <th scope="col" className="w-1/5 px-3 py-2 text-start font-medium">
              <FormattedMessage id="Errors.Conflict.Field" />
            </th>
            <th scope="col" className="px-3 py-2 text-start font-medium">
              <FormattedMessage id="Errors.Conflict.Mine" />
            </th>
            <th scope="col" className="px-3 py-2 text-start font-medium">
              <FormattedMessage id="Errors.Conflict.Theirs" />
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ id, label, mine, theirs, code = false }) => (
            <tr key={id} className="border-bs border-line-subtle align-top">
              <th scope="row" className="px-3 py-2 text-start font-medium wrap-anywhere">
                <bdi>{label}</bdi>
              </th>
              {[
                ['mine', mine],
                ['theirs', theirs],
              ].map(([side, text]) => (
                <td
                  key={side}
                  dir={code ? 'ltr' : 'auto'}
                  className={cn('px-3 py-2 whitespace-pre-wrap wrap-anywhere', code && 'font-mono text-xs')}
                >
                  {text === '' ? <span className="text-fg-muted">{emptyValue}</span> : text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
