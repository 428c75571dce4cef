import type { ObservationEventTemplate } from '@assay/risk-service/contract'
import {
  type CustomField,
  compulsorySection,
  observationCatalogue,
  type SchemaSection,
} from '@assay/risk-service/contract/assessment-schemas'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CustomSection } from '../../../platform/schema-editor/custom-section.tsx'
import { FieldGroup } from '../../../platform/schema-editor/field-group.tsx'
import { sectionName } from '../../../platform/schema-editor/model/section-name.ts'
import { SchemaTable } from '../../../platform/schema-editor/schema-table.tsx'
import { StandardFieldRow, StandardLock } from '../../../platform/schema-editor/standard-field-row.tsx'
import { observationSample } from '../observation-payloads.ts'

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
      <SchemaTable label={title}>
        {sections.map(section => (
          <FixedSection
            key={section.name}
            section={section}
            name={
              section.name === compulsorySection
                ? sectionName(intl, section.name)
                : intl.formatMessage({ id: `Assessments.Observation.${event}` })
            }
            sampleOf={path => observationSample(event, section.name, path)}
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
      </SchemaTable>
    </div>
  )
}

interface FixedSectionProps {
  section: SchemaSection
  /** The block of a template has the name of the template. */
  name: string
  /** Null: there is no example of the field. */
  sampleOf: (path: string) => string | null
  open: boolean
  onToggle: () => void
}

function FixedSection({ section: { fields }, name, sampleOf, open, onToggle }: FixedSectionProps) {
  return (
    <FieldGroup
      name={name}
      count={<FormattedMessage id="Schema.FieldCount" values={{ count: fields.length }} />}
      open={open}
      onToggle={onToggle}
      end={<StandardLock />}
    >
      {fields.map(field => (
        <StandardFieldRow key={field.path} field={field} sample={sampleOf(field.path)} />
      ))}
    </FieldGroup>
  )
}
