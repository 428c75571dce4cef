import { useToast } from '@assay/design-system'
import { type BoosterSettings, type BoosterSharing, boosterTermsVersion } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useGuardedRecordForm } from '../../../platform/authoring/form/use-guarded-record-form.tsx'
import type { FormRecord } from '../../../platform/authoring/form/use-record-form.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { isOtherPage } from '../../../platform/forms/use-leave-guard.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { BoosterFrame } from '../frame/booster-frame.tsx'
import { useBoosterTexts } from '../use-booster-texts.ts'
import { ChildrenDialog } from './changed-children.tsx'
import { OptInAside } from './opt-in-aside.tsx'
import { OptInFields } from './opt-in-fields.tsx'
import { changedChildren, countChanges, type OptInForm, optInFormOf, optInResolver, sharingOf } from './opt-in-form.ts'
import { SaveBar } from './save-bar.tsx'

/** Turns the booster of an environment, and of those below it, on and off, and chooses what it shares. */
export function Component() {
  const { id } = useEnvironment()
  return (
    <BoosterFrame tab="optIn">{settings => <OptIn key={id} environmentId={id} settings={settings} />}</BoosterFrame>
  )
}

const recordOf = (stored: BoosterSettings): FormRecord<OptInForm> => ({
  values: optInFormOf(stored),
  version: stored.version,
})

function OptIn({ environmentId, settings }: { environmentId: string; settings: BoosterSettings }) {
  const intl = useIntl()
  const texts = useBoosterTexts()
  const { toast } = useToast()
  const queries = useQueryClient()
  const offline = useOffline()
  const mayChange = useCan()('settings.tab', 'write')
  const element = useRef<HTMLDivElement>(null)
  const [agreed, setAgreed] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const textsOf = (sharing: BoosterSharing, stored: BoosterSettings): VersionTexts => [
    { id: 'level', label: intl.formatMessage({ id: 'Booster.Shared' }), text: texts.level(sharing) },
    {
      id: 'children',
      label: intl.formatMessage({ id: 'Booster.AlsoChanges' }),
      text: changedChildren(stored, sharing)
        .map(({ name }) => name)
        .join('\n'),
    },
  ]
  const { form, values, saving, submit, question } = useGuardedRecordForm<
    OptInForm,
    BoosterSharing,
    BoosterSettings,
    BoosterSettings
  >({
    record: recordOf(settings),
    resolver: optInResolver,
    recovery: { id: `acceptance-booster/${environmentId}` },
    leaves: isOtherPage,
    save: (sharing, { version, theirs }) =>
      client.booster.save({
        environmentId,
        baseVersion: version,
        ...sharing,
        terms: sharing.level === 'off' ? null : boosterTermsVersion,
        children: changedChildren(theirs ?? settings, sharing).map(({ environmentId: id, version: shown }) => ({
          environmentId: id,
          version: shown,
        })),
      }),
    onSaved: async (saved, accept) => {
      queries.setQueryData(api.booster.get.queryKey({ input: { environmentId } }), saved)
      accept(recordOf(saved))
      setAgreed(false)
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Admin.Saved' }) })
      await queries.invalidateQueries({ queryKey: api.booster.key() })
    },
    conflict: {
      load: () => client.booster.get({ environmentId }),
      differences: (mine, theirs) => differencesOf(textsOf(mine, settings), textsOf(theirs, theirs)),
      takeTheirs: (theirs, accept) => {
        queries.setQueryData(api.booster.get.queryKey({ input: { environmentId } }), theirs)
        accept(recordOf(theirs))
      },
    },
    element,
  })
  const sharing = sharingOf(values)
  const changes = countChanges(settings, sharing)
  const changing = changes === 0 ? [] : changedChildren(settings, sharing)
  const save = async () => {
    const valid = await form.trigger()
    if (valid && changing.length > 0) setConfirming(true)
    else await submit()
  }
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto lg:flex-row">
        <div ref={element} className="flex min-w-0 flex-col gap-4 py-4 lg:flex-1 lg:overflow-y-auto">
          <OptInFields
            environmentId={environmentId}
            form={form}
            stored={settings}
            locked={!mayChange || offline || saving}
            mayChange={mayChange}
            consent={{ needed: changes > 0, agreed, onAgree: setAgreed }}
          />
        </div>
        <OptInAside environmentId={environmentId} settings={settings} changing={changing} sharing={sharing} />
      </div>
      {changes > 0 && mayChange ? (
        <SaveBar
          changes={changes}
          hasChildren={changing.length > 0}
          obstacle={offline ? 'Offline.Writes' : sharing.level !== 'off' && !agreed ? 'Booster.Consent.Missing' : null}
          saving={saving}
          onDiscard={() => {
            form.reset()
            setAgreed(false)
          }}
          onSave={() => void save()}
        />
      ) : null}
      {confirming ? (
        <ChildrenDialog
          changing={changing}
          sharing={sharing}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            void submit()
          }}
        />
      ) : null}
      {question}
    </>
  )
}
