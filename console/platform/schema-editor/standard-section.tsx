import { Button } from '@assay/design-system'
import {
  type AssessmentSchema,
  compulsorySection,
  type SchemaSection,
} from '@assay/risk-service/contract/assessment-schemas'
import { FormattedMessage, useIntl } from 'react-intl'
import { FieldGroup } from './field-group.tsx'
import { removeSection } from './model/schema-changes.ts'
import { sectionName } from './model/section-name.ts'
import { StandardFieldRow, StandardLock } from './standard-field-row.tsx'
import { standardSample } from './standard-sample.ts'

interface StandardSectionProps {
  schema: AssessmentSchema
  section: SchemaSection
  /** Calls without the section are refused. */
  required: boolean
  open: boolean
  onToggle: () => void
  /** Absent: the section stays. */
  onChange?: ((schema: AssessmentSchema) => void) | undefined
}

/** A section of standard fields, which are what the product defines. */
export function StandardSection({ schema, section, required, open, onToggle, onChange }: StandardSectionProps) {
  const intl = useIntl()
  const name = sectionName(intl, section.name)
  const compulsory = section.name === compulsorySection
  return (
    <FieldGroup
      name={name}
      count={
        <>
          <FormattedMessage id="Schema.FieldCount" values={{ count: section.fields.length }} />
          {required ? null : (
            <>
              {' · '}
              <FormattedMessage id="Schema.OptionalSection" />
            </>
          )}
        </>
      }
      open={open}
      onToggle={onToggle}
      end={
        compulsory ? (
          <StandardLock id="Schema.Compulsory" />
        ) : onChange ? (
          <Button
            size="sm"
            variant="ghost"
            aria-label={intl.formatMessage({ id: 'Schema.RemoveSection' }, { name })}
            onClick={() => onChange(removeSection(schema, section.name))}
          >
            <FormattedMessage id="SupportStatus.Remove" />
          </Button>
        ) : (
          <StandardLock />
        )
      }
    >
      {section.fields.map(field => (
        <StandardFieldRow key={field.path} field={field} sample={standardSample(section.name, field.path)} />
      ))}
    </FieldGroup>
  )
}
