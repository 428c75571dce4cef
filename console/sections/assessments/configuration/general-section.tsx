import { CopyableId, DateTime, KeyValue, KeyValueList } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { kindText } from '../list/assessment-texts.ts'
import { GeneralDialog } from './general-dialog.tsx'
import { generalRecoveryId } from './general-form.ts'
import { EditedSection, type SectionProps } from './summary-section.tsx'

/** What an assessment is: names, address, template, who made and who changed it. */
export function GeneralSection({ configuration, locked }: SectionProps) {
  const intl = useIntl()
  const { id, name, eventType, endpoint, template, root, createdAt, createdBy, updatedAt, updatedBy } = configuration
  return (
    <EditedSection
      title={intl.formatMessage({ id: 'Assessments.General' })}
      locked={locked}
      recoveryId={generalRecoveryId(id)}
      dialog={onClose => <GeneralDialog configuration={configuration} onClose={onClose} />}
    >
      <KeyValueList termWidth="lg">
        <KeyValue term={<FormattedMessage id="Templates.Assessment.FriendlyName" />}>
          <bdi>{name}</bdi>
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Rules.Branch.ApiName" />}>
          <bdi dir="ltr" className="font-mono">
            {eventType}
          </bdi>
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Assessments.Endpoint" />}>
          <CopyableId value={endpoint} label={intl.formatMessage({ id: 'Assessments.Endpoint' })} />
        </KeyValue>
        <KeyValue term={<FormattedMessage id="DesignSystem.Graph.Column.id" />}>
          <CopyableId value={id} label={intl.formatMessage({ id: 'DesignSystem.Graph.Column.id' })} />
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Ontology.Use.template" />}>
          {kindText(intl, { kind: 'wizard', template })}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Assessments.Column.Root" />}>
          <bdi>{root.name}</bdi>
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Environments.Column.Created" />}>
          <AtBy at={createdAt} by={createdBy} />
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Assessments.Column.Updated" />}>
          <AtBy at={updatedAt} by={updatedBy} />
        </KeyValue>
      </KeyValueList>
    </EditedSection>
  )
}

const AtBy = ({ at, by }: { at: string; by: string | null }) => (
  <span className="flex flex-wrap gap-x-2">
    <DateTime value={at} />
    {by === null ? null : <bdi className="text-fg-muted">{by}</bdi>}
  </span>
)
