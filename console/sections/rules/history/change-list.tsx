import { FormattedMessage } from 'react-intl'
import type { PartChange } from './version-differences.ts'

/** What two versions differ in, as sentences: the marked text below shows the same. */
export function ChangeList({ changes }: { changes: readonly PartChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul className="flex max-h-[8rem] shrink-0 flex-wrap gap-x-4 gap-y-1 overflow-y-auto border-be border-line-subtle px-4 py-2 text-xs text-fg-secondary">
      {changes.map(change => (
        <li key={change.part === 'clause' ? `clause ${change.name}` : change.part}>
          {change.part === 'clause' ? (
            <FormattedMessage
              id={`Rules.History.Clause.${change.kind}`}
              values={{
                name: (
                  <bdi key="name" className="font-medium text-fg">
                    {change.name}
                  </bdi>
                ),
              }}
            />
          ) : (
            <FormattedMessage id={`Rules.History.Part.${change.part}`} />
          )}
        </li>
      ))}
    </ul>
  )
}
