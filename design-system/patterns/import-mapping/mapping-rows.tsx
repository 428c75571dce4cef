import { type ReactNode, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { useOverflow } from '../../lib/use-overflow.ts'
import { AttributeName, AttributeType, type MappingEntry, MatchOrigin, SampleValues } from './mapping-cells.tsx'

interface MappingRowsProps {
  entries: readonly MappingEntry[]
  /** The field of an entry in which its column is chosen. */
  choice: (entry: MappingEntry) => ReactNode
}

const columnHeads = [
  'DesignSystem.ImportMapping.Head.Attribute',
  'DesignSystem.ImportMapping.Head.Type',
  'DesignSystem.ImportMapping.Head.Meaning',
  'DesignSystem.ImportMapping.Head.Column',
  'DesignSystem.ImportMapping.Head.Match',
  'DesignSystem.ImportMapping.Head.Samples',
] as const

/** A row for each attribute. The keyboard scrolls a table that is wider than its container. */
export function MappingTable({ label, entries, choice }: MappingRowsProps & { label: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const overflowing = useOverflow(frame)
  return (
    <div
      ref={frame}
      className="focus-ring-inset min-w-0 overflow-x-auto"
      {...(overflowing ? { role: 'group', tabIndex: 0, 'aria-label': label } : {})}
    >
      <table aria-label={label} className="w-full border-collapse text-start">
        <thead>
          <tr className="border-be border-line text-xs text-fg-secondary">
            {columnHeads.map(head => (
              <th key={head} scope="col" className="h-header px-cell-x text-start font-medium whitespace-nowrap">
                <FormattedMessage id={head} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(entry => (
            <tr key={entry.attribute.id} className="border-be border-line-subtle align-top *:px-cell-x *:py-2">
              <th scope="row" className="max-w-rail min-w-[10rem] text-start font-normal">
                <AttributeName attribute={entry.attribute} />
              </th>
              <td className="whitespace-nowrap text-fg-secondary">
                <AttributeType {...entry.attribute} />
              </td>
              <td className="min-w-[8rem] wrap-anywhere text-fg-secondary">{entry.attribute.description}</td>
              <td className="w-rail min-w-rail">{choice(entry)}</td>
              <td id={`${entry.id}-origin`} className="whitespace-nowrap text-fg-secondary">
                <MatchOrigin {...entry} />
              </td>
              <td className="max-w-rail">
                <SampleValues column={entry.column} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A card for each attribute, where the window has no room for a table. */
export function MappingCards({ entries, choice }: MappingRowsProps) {
  return (
    <ul className="flex flex-col gap-2">
      {entries.map(entry => (
        <li key={entry.attribute.id} className="flex flex-col gap-2 rounded-card border border-line-subtle p-3">
          <div>
            <AttributeName attribute={entry.attribute} />
            <p className="text-xs wrap-anywhere text-fg-secondary">{entry.attribute.description}</p>
          </div>
          {choice(entry)}
          <div className="flex flex-wrap items-center gap-x-3 text-xs text-fg-secondary">
            <AttributeType {...entry.attribute} />
            <span id={`${entry.id}-origin`}>
              <MatchOrigin {...entry} />
            </span>
          </div>
          <SampleValues column={entry.column} />
        </li>
      ))}
    </ul>
  )
}
