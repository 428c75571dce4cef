import { useToast } from '@assay/design-system'
import type { CaseOptionSettings, StoredCaseOptions } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf } from '../../../platform/authoring/conflict/differences.ts'
import { useGuardedRecordForm } from '../../../platform/authoring/form/use-guarded-record-form.tsx'
import type { FormRecord } from '../../../platform/authoring/form/use-record-form.ts'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { LockedNotices } from '../frame/locked-notices.tsx'
import { RootedTab, StoredSettings } from '../frame/rooted-tab.tsx'
import type { AdminRoot } from '../frame/use-admin-root.ts'
import { LinkOptions } from './link-options.tsx'
import type { OptionFieldsProps } from './option-field.tsx'
import { type OptionForm, optionResolver } from './option-form.ts'
import { optionTexts } from './option-texts.ts'
import { MaskingOptions, TextOptions } from './text-options.tsx'
import { FigureOptions, TimeOptions, WorkOptions } from './work-options.tsx'

/** The options of case management, for all environments of the tenant. */
export function CaseOptionsTab() {
  return <RootedTab tab="caseoptions">{admin => <CaseOptions key={admin.root.id} {...admin} />}</RootedTab>
}

function CaseOptions(admin: AdminRoot) {
  const input = { environmentId: admin.root.id }
  const query = useQuery(api.caseOptions.settings.queryOptions({ input, staleTime: 0 }))
  return (
    <StoredSettings tab="caseoptions" query={query}>
      {stored => <CaseOptionsForm {...admin} stored={stored as StoredCaseOptions} />}
    </StoredSettings>
  )
}

const recordOf = ({ version, settings }: StoredCaseOptions): FormRecord<OptionForm> => ({ values: settings, version })

const groups: readonly [id: string, Fields: ComponentType<OptionFieldsProps>][] = [
  ['Work', WorkOptions],
  ['Time', TimeOptions],
  ['Figures', FigureOptions],
  ['Texts', TextOptions],
  ['Links', LinkOptions],
  ['Privacy', MaskingOptions],
]

function CaseOptionsForm({ root, mayChange, stored }: AdminRoot & { stored: StoredCaseOptions }) {
  const intl = useIntl()
  const { toast } = useToast()
  const queries = useQueryClient()
  const { refresh } = useEnvironments()
  const offline = useOffline()
  const element = useRef<HTMLDivElement>(null)
  const environmentId = root.id
  const { form, dirty, saving, submit, question } = useGuardedRecordForm<
    OptionForm,
    CaseOptionSettings,
    StoredCaseOptions,
    StoredCaseOptions
  >({
    record: recordOf(stored),
    resolver: optionResolver,
    recovery: { id: `case-options/${environmentId}` },
    save: async (settings, { version }) =>
      (await client.caseOptions.save({ environmentId, baseVersion: version, settings })) as StoredCaseOptions,
    onSaved: async (saved, accept) => {
      accept(recordOf(saved))
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Admin.Saved' }) })
      await Promise.all([
        queries.invalidateQueries({ queryKey: api.caseOptions.key() }),
        // The limits of the score bands come with the session.
        refresh(),
      ])
    },
    conflict: {
      load: async () => (await client.caseOptions.settings({ environmentId })) as StoredCaseOptions,
      differences: (mine, { settings }) => differencesOf(optionTexts(mine, intl), optionTexts(settings, intl)),
      takeTheirs: (theirs, accept) => accept(recordOf(theirs)),
    },
    element,
  })
  const heading = useId()
  const locked = !mayChange || offline
  return (
    <AdminFrame
      tab="caseoptions"
      dirty={dirty}
      saving={saving}
      onSave={() => void submit()}
      onReset={() => form.reset()}
    >
      <div ref={element} className="flex flex-col gap-6">
        <LockedNotices mayChange={mayChange} />
        {groups.map(([id, Fields]) => (
          <section key={id} aria-labelledby={`${heading}-${id}`} className="flex flex-col gap-4">
            <h2 id={`${heading}-${id}`} className="border-be border-line-subtle pbe-1 font-semibold">
              <FormattedMessage id={`Admin.Options.Group.${id}`} />
            </h2>
            <Fields form={form} defaults={stored.defaults} locked={locked} />
          </section>
        ))}
      </div>
      {question}
    </AdminFrame>
  )
}
