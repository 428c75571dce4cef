import { Button, KeyValue, KeyValueList, NumberText } from '@assay/design-system'
import { countFields } from '@assay/risk-service/contract/assessment-schemas'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { assessmentSubpage } from '../../../platform/assessments/assessment-pages.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { countSchema } from '../schema-details/schema-counts.ts'
import { type SectionProps, SummarySection } from './summary-section.tsx'

/** How large the schema of an assessment is, and the way to its fields. */
export function SchemaSection({ configuration, locked }: SectionProps) {
  const intl = useIntl()
  const href = useHref()
  const { eventType, schema, schemaVersion } = configuration
  const { fields, required } = countSchema(schema)
  return (
    <SummarySection
      title={intl.formatMessage({ id: 'Assessments.Schema' })}
      action={
        <Button asChild size="sm">
          <Link to={href(assessmentSubpage(eventType, 'schemaDetails'))}>
            <FormattedMessage id={locked ? 'Assessments.Schema.Show' : 'Assessments.Schema.Edit'} />
          </Link>
        </Button>
      }
    >
      <KeyValueList termWidth="lg">
        <KeyValue term={<FormattedMessage id="Assessments.Schema.Version" />}>
          <NumberText value={schemaVersion} />
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Assessments.Schema.Sections" />}>
          <NumberText value={schema.sections.length} />
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Assessments.Schema.Fields" />}>
          <FormattedMessage
            id="Assessments.Schema.FieldCounts"
            values={{ fields, custom: countFields(schema.custom) }}
          />
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Assessments.Schema.Required" />}>
          <NumberText value={required} />
        </KeyValue>
      </KeyValueList>
    </SummarySection>
  )
}
