import { KeyValue, KeyValueList } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { SharingForm } from '../../../platform/assessments/sharing-form.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { Missing } from '../../../platform/schema-editor/model/locked-value.tsx'
import { EditedSection, type SectionProps } from './summary-section.tsx'

/** Who may call an assessment, and what their editors show of its answer. */
export function SharingSection({ configuration, locked }: SectionProps) {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const { id, name, eventType } = configuration
  const { sharing, sampleResponse } = configuration.sharing
  const recoveryId = `assessment/sharing/${id}`
  return (
    <EditedSection
      title={intl.formatMessage({ id: 'Assessments.Column.Sharing' })}
      locked={locked}
      recoveryId={recoveryId}
      dialog={onClose => (
        <SharingForm
          eventType={eventType}
          name={name}
          stored={configuration.sharing}
          recoveryId={recoveryId}
          save={body => client.assessmentConfiguration.saveSharing({ environmentId, assessmentId: id, body })}
          onClose={onClose}
        />
      )}
    >
      <KeyValueList termWidth="lg">
        <KeyValue term={<FormattedMessage id="ExternalAssessments.Sharing.Who" />}>
          <FormattedMessage id={`ExternalAssessments.Sharing.${sharing}Help`} />
        </KeyValue>
        <KeyValue term={<FormattedMessage id="ExternalAssessments.Sharing.Sample" />}>
          {sampleResponse === null || sampleResponse === undefined ? (
            <Missing />
          ) : (
            <bdi dir="ltr" className="truncate font-mono text-xs">
              {JSON.stringify(sampleResponse).slice(0, 120)}
            </bdi>
          )}
        </KeyValue>
      </KeyValueList>
    </EditedSection>
  )
}
