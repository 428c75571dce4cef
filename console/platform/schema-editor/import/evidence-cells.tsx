import { NumberText } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { Missing } from '../model/locked-value.tsx'
import type { Evidence } from './observe-fields.ts'
import { impersonalValues } from './personal-values.ts'

interface EvidenceCellsProps {
  /** The names of the field in the events, joined by dots. */
  source: string
  evidence: Evidence
  total: number
}

/** How often a field is there, which types its values have, and some that are not about anybody. */
export function EvidenceCells({ source, evidence, total }: EvidenceCellsProps) {
  const { present, types } = evidence
  const examples = impersonalValues(source, evidence.examples)
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
        {evidence.examples.length === 0 ? (
          <Missing />
        ) : examples.length === 0 ? (
          <span className="text-xs text-fg-muted">
            <FormattedMessage id="Ontology.Column.Personal" />
          </span>
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
