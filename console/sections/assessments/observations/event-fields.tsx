import { Checkbox } from '@assay/design-system'
import type { ObservationEventTemplate } from '@assay/risk-service/contract'
import {
  type CustomField,
  observationCatalogue,
  type SchemaSection,
} from '@assay/risk-service/contract/assessment-schemas'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { sectionLabel } from '../../../platform/events/field-label.ts'
import { CustomSection } from '../../../platform/schema-editor/custom-section.tsx'
import { LockMark, Missing } from '../../../platform/schema-editor/model/locked-value.tsx'
import { standardFieldName } from '../../../platform/schema-editor/model/section-name.ts'
import { columnCount, fieldCell, SchemaHead, sampleCell } from '../../../platform/schema-editor/schema-head.tsx'
import { SectionHead } from '../../../platform/schema-editor/section-head.tsx'

interface EventFieldsProps {
  /** Names the event and its assessment, for what is typed when the session ends. */
  recoveryId: string
  event: ObservationEventTemplate | 'Label'
  custom: readonly CustomField[]
  /** Fields that are sent already: they retain name and type. */
  locked?: readonly CustomField[] | undefined
  /** Absent: the fields are only shown. */
  onChange?: ((custom: readonly CustomField[]) => void) | undefined
}

const customGroup = 'custom'

/** The fields of an observation event or label: those of its template, which are fixed, and custom fields. */
export function EventFields({ recoveryId, event, custom, locked, onChange }: EventFieldsProps) {
  const intl = useIntl()
  const sections = observationCatalogue[event]
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const toggle = (group: string) => {
    const next = new Set(closed)
    if (!next.delete(group)) next.add(group)
    setClosed(next)
  }
  const title = intl.formatMessage({ id: 'Schema.Title' })
  return (
    <div className="@container min-w-0">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is wider than its place */}
      <div className="focus-ring-inset relative min-w-0 overflow-x-auto" role="group" tabIndex={0} aria-label={title}>
        <table aria-label={title} className="w-full min-w-[34rem] table-fixed border-collapse text-sm text-fg">
          <SchemaHead />
          {sections.map(section => (
            <FixedSection
              key={section.name}
              section={section}
              open={!closed.has(section.name)}
              onToggle={() => toggle(section.name)}
            />
          ))}
          <CustomSection
            recoveryId={recoveryId}
            schema={{ sections: [], custom }}
            locked={locked === undefined ? undefined : { sections: [], custom: locked }}
            open={!closed.has(customGroup)}
            onToggle={() => toggle(customGroup)}
            onChange={onChange && (schema => onChange(schema.custom))}
          />
        </table>
      </div>
    </div>
  )
}

interface FixedSectionProps {
  section: SchemaSection
  open: boolean
  onToggle: () => void
}

function FixedSection({ section: { name, fields }, open, onToggle }: FixedSectionProps) {
  const intl = useIntl()
  return (
    <tbody>
      <SectionHead
        columns={columnCount}
        name={sectionLabel(intl, name)}
        count={<FormattedMessage id="Schema.FieldCount" values={{ count: fields.length }} />}
        open={open}
        onToggle={onToggle}
        end={
          <span className="flex items-center gap-1.5 text-xs text-fg-muted">
            <LockMark />
            <FormattedMessage id="Schema.StandardLocked" />
          </span>
        }
      />
      {open
        ? fields.map(({ path, type, required, searchable }) => (
            <tr key={path} className="h-row border-be border-line-subtle">
              <th scope="row" className={`${fieldCell} ps-[3.25rem] text-start font-normal`}>
                <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
                  {path}
                </bdi>
              </th>
              <td className={fieldCell}>{standardFieldName(intl, path) ?? <Missing />}</td>
              <td className={`${fieldCell} text-fg-secondary`}>{type}</td>
              <td className={`${fieldCell} ${sampleCell}`}>
                <Missing />
              </td>
              <td className={fieldCell}>
                <Checkbox
                  disabled
                  checked={required}
                  aria-label={intl.formatMessage({ id: 'Schema.RequiredOf' }, { name: path })}
                />
              </td>
              <td className={fieldCell}>
                <Checkbox
                  disabled
                  checked={searchable}
                  aria-label={intl.formatMessage({ id: 'Schema.SearchableOf' }, { name: path })}
                />
              </td>
              <td className={fieldCell} />
            </tr>
          ))
        : null}
    </tbody>
  )
}
