import { KeyValue, KeyValueList } from '@assay/design-system'
import { FormattedMessage, useIntl } from 'react-intl'
import { SettingsDialog } from './settings-dialog.tsx'
import { evaluationNames, settingsRecoveryId } from './settings-form.ts'
import { EditedSection, type SectionProps } from './summary-section.tsx'

/** How the rules of an assessment run, what its events take part in, and by what fields people are found. */
export function SettingsSection({ configuration, locked }: SectionProps) {
  const intl = useIntl()
  const { id, settings, possible } = configuration
  const onOrOff = (on: boolean) => <FormattedMessage id={on ? 'Assessments.On' : 'Assessments.Off'} />
  return (
    <EditedSection
      title={intl.formatMessage({ id: 'Assessments.Wizard.Step.settings' })}
      locked={locked}
      recoveryId={settingsRecoveryId(id)}
      dialog={onClose => <SettingsDialog configuration={configuration} onClose={onClose} />}
    >
      <KeyValueList termWidth="lg">
        <KeyValue term={<FormattedMessage id="Rules.Settings.Evaluation" />}>
          <FormattedMessage id={evaluationNames[settings.evaluation]} />
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Shell.Nav.CaseManagement" />}>
          {onOrOff(settings.caseManagement)}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Shell.Nav.Search" />}>{onOrOff(settings.search)}</KeyValue>
        <KeyValue term={<FormattedMessage id="Assessments.DataSubjects" />}>
          <bdi dir="ltr" className="font-mono">
            {['metadata.eventId', ...settings.dataSubjectIds].join(', ')}
          </bdi>
        </KeyValue>
        {possible.clientSide || settings.keyCallId !== null ? (
          <KeyValue term={<FormattedMessage id="Assessments.ClientSide" />}>
            {onOrOff(settings.keyCallId !== null)}
          </KeyValue>
        ) : null}
      </KeyValueList>
    </EditedSection>
  )
}
