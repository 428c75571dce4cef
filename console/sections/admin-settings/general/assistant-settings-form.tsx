import { useToast } from '@assay/design-system'
import type { AssistantSettings, StoredAssistantSettings } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useGuardedRecordForm } from '../../../platform/authoring/form/use-guarded-record-form.tsx'
import type { FormRecord } from '../../../platform/authoring/form/use-record-form.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { AssistantCard, AssistantFields } from '../assistant/assistant-card.tsx'
import {
  type AssistantBody,
  type AssistantForm,
  assistantFormOf,
  assistantResolver,
} from '../assistant/assistant-form.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { LockedNotices } from '../frame/locked-notices.tsx'
import { TenantFacts } from './tenant-facts.tsx'

const recordOf = (stored: StoredAssistantSettings): FormRecord<AssistantForm> => ({
  values: assistantFormOf(stored),
  version: stored.version,
})

interface AssistantSettingsFormProps {
  environmentId: string
  stored: StoredAssistantSettings
  /** Parts of other sections on this tab. */
  links: ReactNode
}

/** The tab with the settings of the assistant, which are those of the whole tenant. */
export function AssistantSettingsForm({ environmentId, stored, links }: AssistantSettingsFormProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const queries = useQueryClient()
  const offline = useOffline()
  const element = useRef<HTMLDivElement>(null)
  const textsOf = ({ enabled, model }: AssistantSettings): VersionTexts => [
    {
      id: 'enabled',
      label: intl.formatMessage({ id: 'Admin.Assistant.Enabled' }),
      text: intl.formatMessage({ id: enabled ? 'Admin.Options.On' : 'Admin.Options.Off' }),
    },
    {
      id: 'model',
      label: intl.formatMessage({ id: 'Admin.Assistant.Model' }),
      text: model === null ? '' : `${model.address}\n${model.name}`,
    },
  ]
  const { form, values, dirty, saving, submit, question } = useGuardedRecordForm<
    AssistantForm,
    AssistantBody,
    StoredAssistantSettings,
    StoredAssistantSettings
  >({
    record: recordOf(stored),
    resolver: assistantResolver,
    recovery: { id: `assistant/${environmentId}`, withoutSecrets: typed => ({ ...typed, key: '' }) },
    save: ({ key, ...settings }, { version }) =>
      client.assistant.saveSettings({ environmentId, baseVersion: version, settings, key }),
    onSaved: async (saved, accept) => {
      accept(recordOf(saved))
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Admin.Saved' }) })
      await queries.invalidateQueries({ queryKey: api.assistant.key() })
    },
    conflict: {
      load: () => client.assistant.settings({ environmentId }),
      differences: (mine, theirs) => differencesOf(textsOf(mine), textsOf(theirs)),
      takeTheirs: (theirs, accept) => accept(recordOf(theirs)),
    },
    element,
  })
  return (
    <AdminFrame tab="general" dirty={dirty} saving={saving} onSave={() => void submit()} onReset={() => form.reset()}>
      <div ref={element} className="flex flex-col gap-6">
        <LockedNotices mayChange={stored.mayChange} />
        <TenantFacts />
        <AssistantCard>
          <AssistantFields form={form} hasKey={values.hasKey} locked={!stored.mayChange || offline} />
        </AssistantCard>
        {links}
      </div>
      {question}
    </AdminFrame>
  )
}
