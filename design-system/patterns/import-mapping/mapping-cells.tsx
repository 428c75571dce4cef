import { Check, CircleX, TriangleAlert, X } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Combobox, type ComboboxOption } from '../../forms/combobox/combobox.tsx'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'
import { Badge } from '../../primitives/badge/badge.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import type { ImportAttribute, ImportColumn, ImportIssue, ImportMatch, ImportType } from './import-model.ts'
import { isBlockingIssue } from './import-model.ts'

/** Below it a suggestion is marked as uncertain. */
const certain = 0.75
/** Sample values that are shown. */
const shownSamples = 3

const typeNames = {
  text: 'DesignSystem.ImportMapping.Type.text',
  integer: 'DesignSystem.ImportMapping.Type.integer',
  number: 'DesignSystem.ImportMapping.Type.number',
  boolean: 'DesignSystem.ImportMapping.Type.boolean',
  date: 'DesignSystem.ImportMapping.Type.date',
  datetime: 'DesignSystem.ImportMapping.Type.datetime',
} as const satisfies Record<ImportType, string>
const originNames = {
  name: 'DesignSystem.ImportMapping.Origin.name',
  saved: 'DesignSystem.ImportMapping.Origin.saved',
  chosen: 'DesignSystem.ImportMapping.Origin.chosen',
} as const
const requiredMark = ' *'

export interface MappingEntry {
  attribute: ImportAttribute
  match: ImportMatch | undefined
  /** Column of the match, where the file has it. */
  column: ImportColumn | undefined
  issue: ImportIssue | undefined
  /** Prefix of the ids of its parts. */
  id: string
}

/** Name of an attribute, and whether it is required. */
export function AttributeName({ attribute }: Pick<MappingEntry, 'attribute'>) {
  return (
    <>
      <bdi className="font-medium wrap-anywhere text-fg">{attribute.label}</bdi>
      {attribute.required ? (
        <span aria-hidden className="text-danger-text">
          {requiredMark}
        </span>
      ) : null}
    </>
  )
}

export function AttributeType({ type = 'text' }: Pick<ImportAttribute, 'type'>) {
  return <FormattedMessage id={typeNames[type]} />
}

/** How the column was found, or that none is needed. */
export function MatchOrigin({ attribute, match }: Pick<MappingEntry, 'attribute' | 'match'>) {
  const format = useFormat()
  if (match === undefined)
    return (
      <FormattedMessage
        id={attribute.required ? 'DesignSystem.ImportMapping.Required' : 'DesignSystem.ImportMapping.Optional'}
      />
    )
  if (match.origin !== 'suggested') return <FormattedMessage id={originNames[match.origin]} />
  const { confidence } = match
  return (
    <Badge tone={confidence !== undefined && confidence < certain ? 'warning' : 'info'}>
      {confidence === undefined ? (
        <FormattedMessage id="DesignSystem.ImportMapping.Origin.suggested" />
      ) : (
        <FormattedMessage
          id="DesignSystem.ImportMapping.Origin.suggestedPercent"
          values={{ confidence: format.percent(confidence, 0) }}
        />
      )}
    </Badge>
  )
}

export function SampleValues({ column }: Pick<MappingEntry, 'column'>) {
  const values = column?.samples.filter(value => value.trim() !== '').slice(0, shownSamples) ?? []
  if (values.length === 0)
    return (
      <span className="text-xs text-fg-muted">
        <FormattedMessage id="DesignSystem.ImportMapping.NoSamples" />
      </span>
    )
  return (
    <ul className="flex min-w-0 flex-wrap gap-x-3 font-mono text-xs text-fg-secondary">
      {values.map((value, index) => (
        <li key={index} className="max-w-full truncate">
          <bdi>{value}</bdi>
        </li>
      ))}
    </ul>
  )
}

function IssueText({ issue, type = 'text' }: { issue: ImportIssue; type: ImportType | undefined }) {
  const intl = useIntl()
  const format = useFormat()
  if (issue.kind === 'required') return <FormattedMessage id="DesignSystem.ImportMapping.RequiredIssue" />
  if (issue.kind === 'missing')
    return (
      <FormattedMessage id="DesignSystem.ImportMapping.MissingIssue" values={{ column: <bdi>{issue.column}</bdi> }} />
    )
  if (issue.kind === 'duplicate')
    return (
      <FormattedMessage
        id="DesignSystem.ImportMapping.DuplicateIssue"
        values={{ attributes: format.list(issue.attributes) }}
      />
    )
  const typeName = intl.formatMessage({ id: typeNames[type] })
  return (
    <FormattedMessage
      id="DesignSystem.ImportMapping.TypeIssue"
      values={{
        count: issue.invalid,
        total: issue.total,
        type: typeName,
        value: <bdi>{issue.value}</bdi>,
      }}
    />
  )
}

interface ColumnChoiceProps extends MappingEntry {
  options: readonly ComboboxOption[]
  readOnly: boolean
  onColumnChange: (column: string) => void
  onConfirm: () => void
}

/** The column of an attribute, with what is wrong about it. */
export function ColumnChoice({
  attribute,
  match,
  issue,
  id,
  options,
  readOnly,
  onColumnChange,
  onConfirm,
}: ColumnChoiceProps) {
  const intl = useIntl()
  const blocking = issue !== undefined && isBlockingIssue(issue)
  const name = attribute.label
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 items-center gap-1">
        <Combobox
          data-mapping-column
          options={options}
          value={match?.column ?? ''}
          onValueChange={onColumnChange}
          readOnly={readOnly}
          invalid={blocking}
          required={attribute.required === true}
          placeholder={intl.formatMessage({ id: 'DesignSystem.ImportMapping.NotMapped' })}
          aria-label={intl.formatMessage({ id: 'DesignSystem.ImportMapping.ColumnFor' }, { attribute: name })}
          aria-describedby={`${id}-origin ${issue ? `${id}-issue` : ''}`.trim()}
          className="min-w-0 flex-1"
        />
        {match && !readOnly ? (
          <IconButton
            size="sm"
            icon={X}
            iconSize={12}
            label={intl.formatMessage({ id: 'DesignSystem.ImportMapping.Remove' }, { attribute: name })}
            onClick={event => {
              // The button disappears with the column.
              event.currentTarget.parentElement?.querySelector('input')?.focus()
              onColumnChange('')
            }}
          />
        ) : null}
        {match?.origin === 'suggested' && !readOnly ? (
          <IconButton
            size="sm"
            icon={Check}
            iconSize={12}
            label={intl.formatMessage({ id: 'DesignSystem.ImportMapping.Confirm' }, { attribute: name })}
            onClick={event => {
              event.currentTarget.parentElement?.querySelector('input')?.focus()
              onConfirm()
            }}
          />
        ) : null}
      </div>
      {issue ? (
        <p
          id={`${id}-issue`}
          className={cn('flex items-start gap-1 text-xs', blocking ? 'text-danger-text' : 'text-warning-text')}
        >
          <Icon icon={blocking ? CircleX : TriangleAlert} size={12} className="my-0.5" />
          <span className="min-w-0 wrap-anywhere">
            <IssueText issue={issue} type={attribute.type} />
          </span>
        </p>
      ) : null}
    </div>
  )
}
