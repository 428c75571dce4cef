import { NumberText } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { Missing } from '../model/locked-value.tsx'
import type { Evidence } from './observe-fields.ts'

/** How often a field is there, which types its values have, and some of them. */
export function EvidenceCells({ evidence, total }: { evidence: Evidence; total: number }) {
  const { present, types, examples } = evidence
  return (
    <>
      <td className="px-cell-x py-1 whitespace-nowrap">
        <FormattedMessage id="Schema.Import.Presence" values={{ present, total }} />
      </td>
      <td className="px-cell-x py-1 text-fg-secondary">
        {types.map(([type, count]) => (
          <span key={type} className="block whitespace-nowrap">
            {type} <NumberText value={count} />
          </span>
        ))}
      </td>
      <td className="px-cell-x py-1">
        {examples.length === 0 ? (
          <Missing />
        ) : (
          <ul dir="ltr" className="font-mono text-xs">
            {examples.map((example, index) => {
              const text = typeof example === 'string' ? example : JSON.stringify(example)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: examples neither move nor change
                <li key={index} className="truncate" title={text}>
                  {text}
                </li>
              )
            })}
          </ul>
        )}
      </td>
    </>
  )
}
