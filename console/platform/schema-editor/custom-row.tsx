import { IconButton } from '@assay/design-system'
import { type CustomField, schemaLimits } from '@assay/risk-service/contract/assessment-schemas'
import { ListPlus, Pencil, Trash2 } from 'lucide-react'
import { useIntl } from 'react-intl'
import { sampleText } from './field/field-values.ts'
import { FieldCard } from './field-card.tsx'
import { LockMark, Missing } from './model/locked-value.tsx'
import type { FieldPath } from './model/schema-changes.ts'
import { RowTick } from './row-tick.tsx'
import { fieldCell, sampleCell } from './schema-head.tsx'
import { useCards } from './schema-table.tsx'

interface CustomRowProps {
  path: FieldPath
  field: CustomField
  /** Name and type stay, and the field as well. */
  locked: boolean
  /** Absent, as the commands: the field is only shown. */
  onChange?: (field: CustomField) => void
  onEdit?: () => void
  onAdd?: () => void
  onRemove?: () => void
}

/** One of the tenant's own fields; those of an object follow it. */
export function CustomRow({ path, field, locked, onChange, onEdit, onAdd, onRemove }: CustomRowProps) {
  const intl = useIntl()
  const name = `custom.${path.join('.')}`
  const { type, friendlyName, required = false, searchable = false } = field
  const sample = sampleText(field)
  const isCard = useCards()
  const nameCell = (
    <span className="flex items-center gap-1.5">
      <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
        {path.length > 1 ? field.name : name}
      </bdi>
      {locked ? <LockMark /> : null}
    </span>
  )
  const friendlyNameCell = friendlyName === undefined ? <Missing /> : <bdi>{friendlyName}</bdi>
  const typeCell = (
    <span className="flex items-center gap-1.5">
      {type}
      {locked ? <LockMark /> : null}
    </span>
  )
  const requiredTick = (
    <RowTick
      label={intl.formatMessage({ id: 'Schema.RequiredOf' }, { name })}
      checked={required}
      disabled={onChange === undefined}
      onChange={checked => onChange?.({ ...field, required: checked })}
    />
  )
  const searchableTick =
    type === 'Object' ? null : (
      <RowTick
        label={intl.formatMessage({ id: 'Schema.SearchableOf' }, { name })}
        checked={searchable}
        disabled={onChange === undefined}
        onChange={checked => onChange?.({ ...field, searchable: checked })}
      />
    )
  const commands = (
    <span className="flex justify-end gap-0.5">
      {type === 'Object' && path.length < schemaLimits.depth && onAdd ? (
        <IconButton
          size="sm"
          icon={ListPlus}
          label={intl.formatMessage({ id: 'Schema.NewFieldIn' }, { name })}
          onClick={onAdd}
        />
      ) : null}
      {onEdit ? (
        <IconButton
          size="sm"
          icon={Pencil}
          label={intl.formatMessage({ id: 'Schema.EditField' }, { name })}
          onClick={onEdit}
        />
      ) : null}
      {onRemove && !locked ? (
        <IconButton
          size="sm"
          icon={Trash2}
          label={intl.formatMessage({ id: 'Schema.DeleteField' }, { name })}
          onClick={onRemove}
        />
      ) : null}
    </span>
  )
  if (isCard)
    return (
      <FieldCard
        depth={path.length - 1}
        name={nameCell}
        friendlyName={friendlyNameCell}
        type={typeCell}
        sample={sample}
        required={requiredTick}
        searchable={searchableTick}
        commands={commands}
      />
    )
  return (
    <tr className="h-row border-be border-line-subtle hover:bg-surface-hover">
      <th
        scope="row"
        className={`${fieldCell} text-start font-normal`}
        style={{ paddingInlineStart: `${2.25 + path.length}rem` }}
      >
        {nameCell}
      </th>
      <td className={fieldCell}>{friendlyNameCell}</td>
      <td className={`${fieldCell} text-fg-secondary`}>{typeCell}</td>
      <td className={`${fieldCell} ${sampleCell}`}>
        {sample === '' ? (
          <Missing />
        ) : (
          <bdi dir="ltr" className="block truncate font-mono text-xs" title={sample}>
            {sample}
          </bdi>
        )}
      </td>
      <td className={fieldCell}>{requiredTick}</td>
      <td className={fieldCell}>{searchableTick}</td>
      <td className={`${fieldCell} pe-page`}>{commands}</td>
    </tr>
  )
}
