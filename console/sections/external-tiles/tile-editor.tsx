import {
  Button,
  Callout,
  Dialog,
  DialogClose,
  DialogContent,
  Icon,
  Input,
  LoadingRegion,
  Skeleton,
  useAnnounce,
} from '@assay/design-system'
import {
  type BuiltInTiles,
  type Environment,
  type ExternalTile,
  externalTileLimits,
  type TileDefinition,
} from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../platform/authoring/conflict/differences.ts'
import { type FormRecord, useRecordForm } from '../../platform/authoring/form/use-record-form.ts'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { FormField } from '../../platform/forms/form-field.tsx'
import { useOffline } from '../../platform/offline/connection.ts'
import { TileFields } from './tile-fields.tsx'
import { type TileSetForm, tileSetFormOf, tilesRecoveryId, tileVersionTexts } from './tile-form.ts'
import { tileResolver } from './tile-resolver.ts'

const builtInTitles: Record<keyof BuiltInTiles, string> = {
  documentation: 'Tiles.Documentation.Title',
  feedback: 'Tiles.Feedback.Title',
  support: 'Tiles.Support.Title',
}

export interface TileEditorProps {
  /** Tiles belong to the root; environments below show the same. */
  root: Pick<Environment, 'id' | 'friendlyName'>
  onClose: () => void
}

/** All tiles of a root environment in one dialog: their texts, links, roles and order. */
export function TileEditor({ root, onClose }: TileEditorProps) {
  const intl = useIntl()
  const input = { environmentId: root.id }
  // What is being edited must not change under the hands.
  const query = useQuery(api.externalTiles.definition.queryOptions({ input, staleTime: Infinity, gcTime: 0 }))
  if (query.data) return <TileEditorForm root={root} stored={query.data as TileDefinition} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent size="lg" title={<FormattedMessage id="Tiles.Manage" />}>
        {query.isError ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingRegion
            loading
            name={intl.formatMessage({ id: 'Tiles.Title' })}
            skeleton={<Skeleton className="h-8" />}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

const newTile = (): ExternalTile => ({
  id: crypto.randomUUID(),
  title: '',
  description: '',
  url: '',
  picture: null,
  roles: [],
})

interface TileEditorFormProps extends TileEditorProps {
  stored: TileDefinition
}

const recordOf = (stored: TileDefinition): FormRecord<TileSetForm> => ({
  values: tileSetFormOf(stored),
  version: stored.version,
})

function TileEditorForm({ root, stored, onClose }: TileEditorFormProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const queries = useQueryClient()
  const offline = useOffline()
  const element = useRef<HTMLDivElement>(null)
  const textsOf = ({ tiles, builtIn }: Pick<TileDefinition, 'tiles' | 'builtIn'>): VersionTexts =>
    tileVersionTexts(tiles, builtIn, {
      order: intl.formatMessage({ id: 'Tiles.Title' }),
      documentation: intl.formatMessage({ id: 'Tiles.Documentation.Title' }),
      feedback: intl.formatMessage({ id: 'Tiles.Feedback.Title' }),
      support: intl.formatMessage({ id: 'Tiles.Support.Title' }),
    })
  const { form, dirty, saving, problem, submit, question } = useRecordForm({
    record: recordOf(stored),
    resolver: tileResolver,
    recovery: { id: tilesRecoveryId(root.id) },
    save: (body, { version }) => client.externalTiles.save({ environmentId: root.id, baseVersion: version, ...body }),
    onSaved: async () => {
      announce(intl.formatMessage({ id: 'Tiles.Saved' }))
      await queries.invalidateQueries({ queryKey: api.externalTiles.key() })
      onClose()
    },
    problemOf: () => 'Tiles.Failed',
    conflict: {
      load: async () => (await client.externalTiles.definition({ environmentId: root.id })) as TileDefinition,
      differences: (mine, theirs) => differencesOf(textsOf(mine), textsOf(theirs)),
      takeTheirs: (theirs, accept) => accept(recordOf(theirs)),
    },
    element,
  })
  const { fields, append, move, remove } = useFieldArray({ control: form.control, name: 'tiles', keyName: 'key' })
  const { errors } = form.formState
  const link = (field: keyof BuiltInTiles) => (
    <FormField form={form} name={`builtIn.${field}`} label={<FormattedMessage id={builtInTitles[field]} />}>
      {control => <Input type="url" {...control} />}
    </FormField>
  )
  return (
    <Dialog open dirty={dirty} onOpenChange={onClose}>
      <DialogContent
        size="lg"
        title={<FormattedMessage id="Tiles.Manage" />}
        description={
          <FormattedMessage
            id="Tiles.Description"
            values={{ environment: <bdi key="environment">{root.friendlyName}</bdi> }}
          />
        }
        footer={
          <>
            <DialogClose asChild>
              <Button>
                <FormattedMessage id="Common.Cancel" />
              </Button>
            </DialogClose>
            <Button variant="primary" loading={saving} disabled={!dirty || offline} onClick={() => void submit()}>
              <FormattedMessage id="Tiles.Save" />
            </Button>
          </>
        }
      >
        <div ref={element} className="flex flex-col gap-3 py-2">
          {offline ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Offline.Writes" />
            </Callout>
          ) : null}
          {errors.tiles || errors.builtIn ? (
            <Callout tone="danger" live>
              <FormattedMessage id="Tiles.Problem.Some" />
            </Callout>
          ) : null}
          {problem !== null ? (
            <Callout tone="danger" live>
              <FormattedMessage id={problem} />
            </Callout>
          ) : null}
          {question}
          {fields.map(({ key }, index) => (
            <TileFields
              key={key}
              form={form}
              index={index}
              last={index === fields.length - 1}
              onMove={to => move(index, to)}
              onRemove={() => remove(index)}
            />
          ))}
          <div className="flex flex-wrap items-center gap-3">
            <Button
              start={<Icon icon={Plus} />}
              disabled={fields.length >= externalTileLimits.tiles}
              onClick={() => append(newTile())}
            >
              <FormattedMessage id="Tiles.Add" />
            </Button>
            <span className="text-xs text-fg-muted">
              <FormattedMessage id="Tiles.Count" values={{ count: fields.length, most: externalTileLimits.tiles }} />
            </span>
          </div>
          <h3 className="mbs-2 font-semibold">
            <FormattedMessage id="Tiles.BuiltIn" />
          </h3>
          {link('documentation')}
          {link('feedback')}
          {link('support')}
        </div>
      </DialogContent>
    </Dialog>
  )
}
