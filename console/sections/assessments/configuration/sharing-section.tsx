import { Button, KeyValue, KeyValueList } from '@assay/design-system'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Missing } from '../../../platform/schema-editor/model/locked-value.tsx'
import { SharingDialog } from './sharing-dialog.tsx'
import { type SectionProps, SummarySection } from './summary-section.tsx'

/** Who may call an assessment, and what their editors show of its answer. */
export function SharingSection({ configuration, locked }: SectionProps) {
  const intl = useIntl()
  const { sharing, sampleResponse } = configuration.sharing
  const [editing, setEditing] = useState(false)
  return (
    <SummarySection
      title={intl.formatMessage({ id: 'Assessments.Column.Sharing' })}
      action={
        locked ? null : (
          <Button size="sm" onClick={() => setEditing(true)}>
            <FormattedMessage id="Common.Edit" />
          </Button>
        )
      }
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
      {editing ? <SharingDialog configuration={configuration} onClose={() => setEditing(false)} /> : null}
    </SummarySection>
  )
}
