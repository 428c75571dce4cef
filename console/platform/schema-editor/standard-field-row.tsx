import type { SchemaSection } from '@assay/risk-service/contract/assessment-schemas'
import { FormattedMessage, useIntl } from 'react-intl'
import { FieldCard } from './field-card.tsx'
import { LockMark, Missing } from './model/locked-value.tsx'
import { standardFieldName } from './model/section-name.ts'
import { RowTick } from './row-tick.tsx'
import { fieldCell, sampleCell } from './schema-head.tsx'
import { useCards } from './schema-table.tsx'

interface StandardFieldRowProps {
  field: SchemaSection['fields'][number]
  /** Null: none. */
  sample: string | null
}

/** A field that the product defines: nothing of it changes. */
export function StandardFieldRow({ field: { path, type, required, searchable }, sample }: StandardFieldRowProps) {
  const intl = useIntl()
  const isCard = useCards()
  const name = (
    <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
      {path}
    </bdi>
  )
  const friendlyName = standardFieldName(intl, path) ?? <Missing />
  const requiredTick = (
    <RowTick label={intl.formatMessage({ id: 'Schema.RequiredOf' }, { name: path })} checked={required} disabled />
  )
  const searchableTick = (
    <RowTick label={intl.formatMessage({ id: 'Schema.SearchableOf' }, { name: path })} checked={searchable} disabled />
  )
  if (isCard)
    return (
      <FieldCard
        name={name}
        friendlyName={friendlyName}
        type={type}
        sample={sample ?? ''}
        required={requiredTick}
        searchable={searchableTick}
      />
    )
  return (
    <tr className="h-row border-be border-line-subtle">
      <th scope="row" className={`${fieldCell} ps-[3.25rem] text-start font-normal`}>
        {name}
      </th>
      <td className={fieldCell}>{friendlyName}</td>
      <td className={`${fieldCell} text-fg-secondary`}>{type}</td>
      <td className={`${fieldCell} ${sampleCell}`}>
        {sample === null ? (
          <Missing />
        ) : (
          <bdi dir="ltr" className="block truncate font-mono text-xs" title={sample}>
            {sample}
          </bdi>
        )}
      </td>
      <td className={fieldCell}>{requiredTick}</td>
      <td className={fieldCell}>{searchableTick}</td>
      <td className={fieldCell} />
    </tr>
  )
}

/** Says at the end of a section's head why its fields stay. */
export const StandardLock = ({
  id = 'Schema.StandardLocked',
}: {
  id?: 'Schema.StandardLocked' | 'Schema.Compulsory'
}) => (
  <span className="flex items-center gap-1.5 text-xs text-fg-muted">
    <LockMark />
    <FormattedMessage id={id} />
  </span>
)
