import { Button, Icon, KeyValue, KeyValueList, NumberText } from '@assay/design-system'
import { countFields } from '@assay/risk-service/contract/assessment-schemas'
import { Plus } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { assessmentSubpage } from '../../../platform/assessments/assessment-pages.ts'
import { useHref } from '../../../platform/environments/environments.tsx'
import { type SectionProps, SummarySection } from './summary-section.tsx'

/** The label event of an assessment, of which there is one at most. */
export function LabelSection({ configuration, locked }: SectionProps) {
  const intl = useIntl()
  const href = useHref()
  const { eventType, endpoint, label } = configuration
  const address = `${endpoint}/label`
  const action =
    label === null ? (
      locked ? null : (
        <Button asChild size="sm">
          <Link to={href(assessmentSubpage(eventType, 'observations/create/label'))}>
            <Icon icon={Plus} />
            <FormattedMessage id="Assessments.Label.New" />
          </Link>
        </Button>
      )
    ) : (
      <Button asChild size="sm">
        <Link to={href(assessmentSubpage(eventType, 'observations/label'))}>
          <FormattedMessage id={locked ? 'Assessments.Label.Show' : 'Common.Edit'} />
        </Link>
      </Button>
    )
  return (
    <SummarySection title={intl.formatMessage({ id: 'Assessments.Label' })} action={action}>
      {label === null ? (
        <p className="text-fg-secondary">
          <FormattedMessage id="Assessments.Label.None" />
        </p>
      ) : (
        <KeyValueList termWidth="lg">
          <KeyValue term={<FormattedMessage id="Assessments.Endpoint" />}>
            <bdi dir="ltr" className="font-mono">
              {address}
            </bdi>
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Assessments.Schema.CustomFields" />}>
            <NumberText value={countFields(label.custom)} />
          </KeyValue>
        </KeyValueList>
      )}
    </SummarySection>
  )
}
