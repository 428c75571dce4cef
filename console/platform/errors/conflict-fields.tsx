import { FormattedMessage } from 'react-intl'

export interface ConflictField {
  id: string
  label: string
  mine: string
  theirs: string
}

/** What two people made of the same thing, field by field: only what differs. Texts are shown as they are, in their own direction. */
export function ConflictFields({ fields }: { fields: readonly ConflictField[] }) {
  return (
    <div className="max-h-[20rem] overflow-auto rounded-control border border-line-subtle" tabIndex={0} role="group">
      <table className="w-full table-fixed text-sm">
        <thead className="bg-surface-sunken text-fg-secondary">
          <tr>
            <th scope="col" className="w-1/5 px-3 py-2 text-start font-medium"><FormattedMessage id="Errors.Conflict.Field" /></th>
            <th scope="col" className="px-3 py-2 text-start font-medium"><FormattedMessage id="Errors.Conflict.Mine" /></th>
            <th scope="col" className="px-3 py-2 text-start font-medium"><FormattedMessage id="Errors.Conflict.Theirs" /></th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ id, label, mine, theirs }) => (
            <tr key={id} className="border-bs border-line-subtle align-top">
              <th scope="row" className="px-3 py-2 text-start font-medium wrap-anywhere"><bdi>{label}</bdi></th>
              {[['mine', mine], ['theirs', theirs]].map(([side, text]) => (
                <td key={side} dir="auto" className="px-3 py-2 whitespace-pre-wrap wrap-anywhere">{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
