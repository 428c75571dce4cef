import { belowLg, Switch, useMediaQuery } from '@assay/design-system'
import type { AssessmentConfiguration } from '@assay/risk-service/contract'
import { type AssessmentSchema, schemaChangesOf } from '@assay/risk-service/contract/assessment-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useLeaveGuard } from '../../../platform/forms/use-leave-guard.tsx'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { choiceParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { JsonPreview } from '../../../platform/schema-editor/json-preview.tsx'
import { SchemaActions } from '../../../platform/schema-editor/schema-actions.tsx'
import { SchemaEditor } from '../../../platform/schema-editor/schema-editor.tsx'
import { LockNotice, useConfigurationLock } from '../configuration-access.tsx'
import { ConfigurationHeader } from '../configuration-header.tsx'
import { PartFooter } from '../part-footer.tsx'
import { PartRefusalNotice } from '../part-refusal.tsx'
import { usePartSave } from '../use-part-save.ts'
import { WithConfiguration } from '../with-configuration.tsx'
import { countChanges } from './schema-counts.ts'
import { SchemaEvidence } from './schema-evidence.tsx'

/** The fields of a live assessment. */
export function Component() {
  const intl = useIntl()
  return (
    <WithConfiguration title={intl.formatMessage({ id: 'Assessments.Schema.Details' })}>
      {configuration => <SchemaPage key={configuration.id} configuration={configuration} />}
    </WithConfiguration>
  )
}

const searchSchema = { preview: choiceParameter(['on', 'off']) }

function SchemaPage({ configuration }: { configuration: AssessmentConfiguration }) {
  const intl = useIntl()
  const queries = useQueryClient()
  const { id: environmentId } = useEnvironment()
  const [{ preview: chosen }, setSearchState] = useSearchState(searchSchema)
  // Until it is chosen, it stands where there is room beside the fields.
  const narrow = useMediaQuery(belowLg)
  const preview = chosen === null ? !narrow : chosen === 'on'
  const { id: assessmentId, template, root } = configuration
  const lock = useConfigurationLock(configuration)
  // What is edited stays on the version that it began with, whatever is read meanwhile.
  const [base, setBase] = useState({
    schema: configuration.schema as AssessmentSchema,
    version: configuration.schemaVersion,
  })
  const [value, setValue] = useState<AssessmentSchema>(base.schema)
  const changes = countChanges(base.schema, value)
  const begin = ({ schema, schemaVersion }: AssessmentConfiguration) => {
    setBase({ schema, version: schemaVersion })
    setValue(schema)
  }
  const { saving, refusal, clear, save } = usePartSave(
    (schema: AssessmentSchema) =>
      client.assessmentConfiguration.saveSchema({
        environmentId,
        assessmentId,
        baseVersion: base.version,
        schema: { sections: [...schema.sections], custom: [...schema.custom] },
      }),
    begin,
  )
  const { question } = useLeaveGuard(changes > 0, undefined, saving)
  const recoveryId = `assessment/schema/${assessmentId}`
  // With what it is based on: a version that somebody saved meanwhile is not overwritten.
  useRecovery(recoveryId, changes > 0 ? { base, value } : null, recovered => {
    setBase(recovered.base)
    setValue(recovered.value)
  })
  const reload = async () => {
    const input = { environmentId, assessmentId }
    begin(await queries.fetchQuery(api.assessmentConfiguration.get.queryOptions({ input, staleTime: 0 })))
    clear()
  }
  const effective = schemaChangesOf(base.schema, value)
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <ConfigurationHeader
        configuration={configuration}
        title={intl.formatMessage({ id: 'Assessments.Schema.Details' })}
        badge={<FormattedMessage id="Assessments.Schema.VersionBadge" values={{ version: base.version }} />}
        actions={
          <>
            <Switch
              checked={preview}
              onCheckedChange={on => setSearchState({ preview: on ? 'on' : 'off' })}
              label={<FormattedMessage id="Schema.Preview" />}
            />
            {lock === null ? <SchemaActions value={value} onChange={setValue} /> : null}
          </>
        }
      />
      <div className="flex min-h-0 flex-1 flex-col border-bs border-line-subtle lg:flex-row">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 overflow-y-auto">
          <div className="flex flex-col gap-3 px-page pbs-3 empty:hidden">
            <LockNotice root={root} lock={lock} />
            <PartRefusalNotice refusal={refusal} onReload={() => void reload()} />
            {effective.length > 0 ? (
              <SchemaEvidence assessmentId={assessmentId} schema={value} changes={effective.length} />
            ) : null}
          </div>
          <SchemaEditor
            recoveryId={recoveryId}
            value={value}
            template={template}
            locked={base.schema}
            {...(lock === null ? { onChange: setValue } : {})}
          />
        </div>
        {preview ? (
          <aside className="flex min-h-0 shrink-0 flex-col border-line-subtle max-lg:h-1/2 max-lg:border-bs lg:w-panel lg:border-s">
            <JsonPreview schema={value} template={template} />
          </aside>
        ) : null}
      </div>
      {lock === null ? (
        <PartFooter
          text={
            changes === 0 ? (
              <FormattedMessage id="Assessments.Schema.NoChanges" />
            ) : (
              <FormattedMessage
                id="Assessments.Schema.Changes"
                values={{ count: changes, version: base.version + 1 }}
              />
            )
          }
          dirty={changes > 0}
          saving={saving}
          onDiscard={() => setValue(base.schema)}
          onSave={() => save(value)}
        />
      ) : null}
      {question}
    </div>
  )
}
