import { Callout } from '@assay/design-system'
import type { AssessmentTemplateName } from '@assay/risk-service/contract'
import {
  type AssessmentSchema,
  compulsorySection,
  defaultSections,
  isSectionRequired,
  sectionCatalogue,
} from '@assay/risk-service/contract/assessment-schemas'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CustomSection } from './custom-section.tsx'
import { sectionName } from './model/section-name.ts'
import { SchemaTable } from './schema-table.tsx'
import { StandardSection } from './standard-section.tsx'

export interface SchemaEditorProps {
  /** Names what the schema belongs to, for what is typed when the session ends. */
  recoveryId: string
  value: AssessmentSchema
  /** Absent: the schema is only shown. */
  onChange?: (schema: AssessmentSchema) => void
  /** Decides which sections calls must contain, and which ones the score reads. */
  template: AssessmentTemplateName
  /** The schema that calls use already: its sections stay, its custom fields retain name and type. */
  locked?: AssessmentSchema
}

/** The name of the group of custom fields among those of sections. */
const customGroup = 'custom'

/** The fields of an assessment: sections of standard fields, which are fixed, and custom fields. */
export function SchemaEditor({ recoveryId, value, onChange, template, locked }: SchemaEditorProps) {
  const intl = useIntl()
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set([compulsorySection, customGroup]))
  const toggle = (group: string) => {
    const next = new Set(openGroups)
    if (!next.delete(group)) next.add(group)
    setOpenGroups(next)
  }
  const missing = defaultSections[template].filter(name => !value.sections.includes(name))
  return (
    <div className="@container flex flex-col gap-3">
      {missing.length > 0 && locked === undefined ? (
        <Callout tone="warning" className="mx-page">
          <FormattedMessage
            id="Schema.MissingSections"
            values={{ names: intl.formatList(missing.map(name => sectionName(intl, name))) }}
          />
        </Callout>
      ) : null}
      <SchemaTable label={intl.formatMessage({ id: 'Schema.Title' })}>
        {sectionCatalogue
          .filter(({ name }) => value.sections.includes(name))
          .map(section => (
            <StandardSection
              key={section.name}
              schema={value}
              section={section}
              required={isSectionRequired(template, section.name)}
              open={openGroups.has(section.name)}
              onToggle={() => toggle(section.name)}
              onChange={locked?.sections.includes(section.name) ? undefined : onChange}
            />
          ))}
        <CustomSection
          recoveryId={recoveryId}
          schema={value}
          locked={locked}
          open={openGroups.has(customGroup)}
          onToggle={() => toggle(customGroup)}
          onChange={onChange}
        />
      </SchemaTable>
    </div>
  )
}
