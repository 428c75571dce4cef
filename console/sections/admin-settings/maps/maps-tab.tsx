import { Input, Switch, useToast } from '@assay/design-system'
import { type MapProvider, mapLayers, type StoredMapProvider } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { useGuardedRecordForm } from '../../../platform/authoring/form/use-guarded-record-form.tsx'
import type { FormRecord } from '../../../platform/authoring/form/use-record-form.ts'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { LockedNotices } from '../frame/locked-notices.tsx'
import { RootedTab, StoredSettings } from '../frame/rooted-tab.tsx'
import type { AdminRoot } from '../frame/use-admin-root.ts'
import {
  type MapProviderBody,
  type MapProviderForm,
  mapProviderFormOf,
  mapProviderResolver,
  placeholderTexts,
} from './map-provider-form.ts'

/** The provider of map tiles, for all environments below the root. */
export function MapsTab() {
  return <RootedTab tab="maps">{admin => <Maps key={admin.root.id} {...admin} />}</RootedTab>
}

function Maps(admin: AdminRoot) {
  const input = { environmentId: admin.root.id }
  const query = useQuery(api.maps.provider.queryOptions({ input, staleTime: 0 }))
  return (
    <StoredSettings tab="maps" query={query}>
      {stored => <MapProviderFields {...admin} stored={stored} />}
    </StoredSettings>
  )
}

const recordOf = (stored: StoredMapProvider): FormRecord<MapProviderForm> => ({
  values: mapProviderFormOf(stored),
  version: stored.version,
})
/** Samples in empty fields: the same in every language. */
const sampleUrl = 'https://tiles.example/{z}/{x}/{y}.png?key={key}'
const sampleAttribution = '© Example'

function MapProviderFields({ root, mayChange, stored }: AdminRoot & { stored: StoredMapProvider }) {
  const intl = useIntl()
  const { toast } = useToast()
  const queries = useQueryClient()
  const offline = useOffline()
  const element = useRef<HTMLDivElement>(null)
  const environmentId = root.id
  const layerName = (layer: string) => intl.formatMessage({ id: `Review.Map.Layer.${layer}` })
  const textsOf = (provider: MapProvider): VersionTexts =>
    mapLayers.map(layer => ({
      id: layer,
      label: layerName(layer),
      text: [provider[layer]?.url, provider[layer]?.attribution].filter(Boolean).join('\n'),
    }))
  const { form, values, dirty, saving, submit, question } = useGuardedRecordForm<
    MapProviderForm,
    MapProviderBody,
    StoredMapProvider,
    StoredMapProvider
  >({
    record: recordOf(stored),
    resolver: mapProviderResolver,
    recovery: { id: `map-provider/${environmentId}`, withoutSecrets: typed => ({ ...typed, key: '' }) },
    save: ({ key, ...provider }, { version }) =>
      client.maps.saveProvider({ environmentId, baseVersion: version, provider, key }),
    onSaved: async (saved, accept) => {
      accept(recordOf(saved))
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Admin.Saved' }) })
      await queries.invalidateQueries({ queryKey: api.maps.key() })
    },
    conflict: {
      load: () => client.maps.provider({ environmentId }),
      differences: (mine, theirs) => differencesOf(textsOf(mine), textsOf(theirs)),
      takeTheirs: (theirs, accept) => accept(recordOf(theirs)),
    },
    element,
  })
  const locked = !mayChange || offline
  return (
    <AdminFrame tab="maps" dirty={dirty} saving={saving} onSave={() => void submit()} onReset={() => form.reset()}>
      <div ref={element} className="flex flex-col gap-6">
        <LockedNotices mayChange={mayChange} />
        <p className="max-w-prose text-fg-secondary">
          <FormattedMessage id="Admin.Maps.Text" />
        </p>
        <FormField form={form} name="enabled" label={<FormattedMessage id="Admin.Maps.Enabled" />}>
          {({ value, onChange }) => (
            <Switch
              aria-label={intl.formatMessage({ id: 'Admin.Maps.Enabled' })}
              checked={value}
              disabled={locked}
              onCheckedChange={onChange}
            />
          )}
        </FormField>
        {mapLayers.map(layer => (
          <section
            key={layer}
            aria-label={layerName(layer)}
            className="grid gap-3 rounded-card border border-line-subtle p-3"
          >
            <h2 className="font-semibold">{layerName(layer)}</h2>
            <FormField
              form={form}
              name={`${layer}.url`}
              label={<FormattedMessage id="Admin.Maps.Url" />}
              description={<FormattedMessage id="Admin.Maps.Url.Text" values={placeholderTexts} />}
            >
              {({ value, onChange }) => (
                <Input dir="ltr" disabled={locked} placeholder={sampleUrl} value={value} onChange={onChange} />
              )}
            </FormField>
            <FormField
              form={form}
              name={`${layer}.attribution`}
              label={<FormattedMessage id="Admin.Maps.Attribution" />}
            >
              {({ value, onChange }) => (
                <Input dir="auto" disabled={locked} placeholder={sampleAttribution} value={value} onChange={onChange} />
              )}
            </FormField>
          </section>
        ))}
        <FormField
          form={form}
          name="key"
          label={<FormattedMessage id="Admin.Maps.Key" />}
          description={<FormattedMessage id={values.hasKey ? 'Admin.Maps.Key.Stored' : 'Admin.Maps.Key.None'} />}
        >
          {({ value, onChange }) => (
            <Input
              type="password"
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              disabled={locked}
              value={value}
              onChange={onChange}
            />
          )}
        </FormField>
      </div>
      {question}
    </AdminFrame>
  )
}
