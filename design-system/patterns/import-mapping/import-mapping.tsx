import { CircleCheck } from 'lucide-react'
import { type ComponentProps, useEffect, useEffectEvent, useId, useMemo, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../feedback/empty-state/empty-state.tsx'
import type { ComboboxOption } from '../../forms/combobox/combobox.tsx'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { useMediaQuery } from '../../overlays/media-query/use-media-query.ts'
import { Badge } from '../../primitives/badge/badge.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import {
  findImportIssues,
  type ImportAttribute,
  type ImportColumn,
  type ImportMap,
  unusedColumns,
} from './import-model.ts'
import { ColumnChoice, type MappingEntry } from './mapping-cells.tsx'
import { MappingCards, MappingTable } from './mapping-rows.tsx'

export const importLayouts = ['table', 'cards'] as const
export type ImportLayout = (typeof importLayouts)[number]

/** Below it an attribute is a card. */
const phone = '(width < 40rem)'
const nothing: ImportMap = {}

export interface ImportMappingProps extends Omit<ComponentProps<'div'>, 'defaultValue' | 'children' | 'role'> {
  /** Name of the mapping: "Columns of chargebacks". */
  label: string
  /** What is imported, in the order of the schema. */
  attributes: readonly ImportAttribute[]
  /** Columns of the file, in its order. */
  columns: readonly ImportColumn[]
  /** Begin with `suggestMapping(attributes, columns)`. */
  value?: ImportMap
  /** Mapping at the start, for uncontrolled use. */
  defaultValue?: ImportMap
  /** Called with the whole mapping after each change. */
  onValueChange?: (value: ImportMap) => void
  /** One column may be mapped to several attributes. */
  sharedColumns?: boolean
  /** Shows the mapping without inputs. */
  readOnly?: boolean
  /** A table, or a card for each attribute; by default as wide as the window. */
  layout?: ImportLayout
}

/** Maps the columns of a file to the attributes of a schema: suggestions, sample values, and what prevents the import. */
export function ImportMapping({
  label,
  attributes,
  columns,
  value,
  defaultValue = nothing,
  onValueChange,
  sharedColumns = false,
  readOnly = false,
  layout,
  className,
  ref,
  ...props
}: ImportMappingProps) {
  const intl = useIntl()
  const format = useFormat()
  const announce = useAnnounce()
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery(phone)
  useUniqueIds('ImportMapping', 'attributes', attributes)
  useUniqueIds('ImportMapping', 'columns', columns)
  const [map, setMap] = useControllable({ value, defaultValue, onValueChange })
  const issues = useMemo(
    () => findImportIssues(attributes, columns, map, sharedColumns),
    [attributes, columns, map, sharedColumns],
  )
  const unused = unusedColumns(columns, map)
  const required = attributes.filter(attribute => attribute.required)
  const mapped = required.filter(attribute => map[attribute.id] !== undefined)
  const cards = (layout ?? (isPhone ? 'cards' : 'table')) === 'cards'

  const labelOf = (column: ImportColumn) =>
    columns.filter(other => other.label === column.label).length > 1
      ? intl.formatMessage(
          { id: 'DesignSystem.ImportMapping.ColumnAt' },
          { name: column.label, position: columns.indexOf(column) + 1 },
        )
      : column.label
  const options = columns.map(
    (column): ComboboxOption => ({
      value: column.id,
      label: labelOf(column),
      ...(column.samples[0] ? { description: column.samples[0] } : {}),
    }),
  )

  // A change is announced with what is left to do, the first state is not.
  const announceIssues = useEffectEvent((count: number) =>
    announce(intl.formatMessage({ id: 'DesignSystem.ImportMapping.Issues' }, { count })),
  )
  const count = issues.size
  const previous = useRef(count)
  useEffect(() => {
    if (previous.current !== count) announceIssues(count)
    previous.current = count
  }, [count])

  const choose = (attribute: ImportAttribute, column: string) => {
    const { [attribute.id]: _, ...rest } = map
    setMap(column === '' ? rest : { ...map, [attribute.id]: { column, origin: 'chosen' } })
  }
  /** Goes to the next issue after the one with the focus, from the last one to the first. */
  const focusIssue = () => {
    const inputs = [...(root.current?.querySelectorAll<HTMLElement>('input[data-mapping-column]') ?? [])]
    const wrong = attributes.flatMap((attribute, index) => (issues.has(attribute.id) ? [index] : []))
    const at = lastIssue.current
    const next = wrong.find(index => index > at) ?? wrong[0]
    if (next === undefined) return
    lastIssue.current = next
    inputs[next]?.focus()
  }
  const lastIssue = useRef(-1)

  const entries = attributes.map((attribute, index): MappingEntry => {
    const match = map[attribute.id]
    return {
      attribute,
      match,
      column: columns.find(column => column.id === match?.column),
      issue: issues.get(attribute.id),
      id: `${id}-${index}`,
    }
  })
  const choice = (entry: MappingEntry) => (
    <ColumnChoice
      {...entry}
      options={options}
      readOnly={readOnly}
      onColumnChange={column => choose(entry.attribute, column)}
      onConfirm={() => choose(entry.attribute, entry.match?.column ?? '')}
    />
  )

  return (
    <div
      ref={mergeRefs(root, ref)}
      role="group"
      data-slot="import-mapping"
      aria-label={label}
      className={cn('flex min-w-0 flex-col gap-3 text-sm text-fg', className)}
      {...props}
    >
      {columns.length === 0 ? (
        <EmptyState
          title={<FormattedMessage id="DesignSystem.ImportMapping.EmptyTitle" />}
          description={<FormattedMessage id="DesignSystem.ImportMapping.EmptyText" />}
        />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <Badge tone={mapped.length === required.length ? 'success' : 'warning'}>
              {mapped.length === required.length ? <Icon icon={CircleCheck} size={12} /> : null}
              <FormattedMessage
                id="DesignSystem.ImportMapping.RequiredCount"
                values={{ mapped: mapped.length, total: required.length }}
              />
            </Badge>
            <span className="text-fg-secondary">
              <FormattedMessage id="DesignSystem.ImportMapping.Issues" values={{ count }} />
            </span>
            {count > 0 ? (
              <Button size="sm" onClick={focusIssue} className="ms-auto">
                <FormattedMessage id="DesignSystem.ImportMapping.NextIssue" />
              </Button>
            ) : null}
          </div>
          {cards ? (
            <MappingCards entries={entries} choice={choice} />
          ) : (
            <MappingTable label={label} entries={entries} choice={choice} />
          )}
          {unused.length > 0 ? (
            <p className="text-xs wrap-anywhere text-fg-secondary">
              <FormattedMessage
                id="DesignSystem.ImportMapping.Unused"
                values={{ count: unused.length, columns: format.list(unused.map(labelOf)) }}
              />
            </p>
          ) : null}
        </>
      )}
    </div>
  )
}
