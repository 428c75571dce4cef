import {
  Button,
  Callout,
  Dialog,
  DialogClose,
  DialogContent,
  Field,
  Icon,
  Input,
  LoadingRegion,
  Skeleton,
  useAnnounce,
} from '@assay/design-system'
import type { Environment, ExternalTile, TileDefinition } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../platform/authoring/conflict/differences.ts'
import { useConflict } from '../../platform/authoring/conflict/use-conflict.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useOffline } from '../../platform/offline/connection.ts'
import { useRecovery } from '../../platform/recovery/use-recovery.ts'
import { TileFields } from './tile-fields.tsx'
import {
  type BuiltInTileForm,
  maxTiles,
  moveItem,
  tilesRecoveryId,
  tileVersionTexts,
  toBuiltIn,
  validateBuiltInTiles,
  validateTile,
} from './tile-form.ts'

export interface TileEditorProps {
  /** Tiles belong to the root; environments below show the same. */
  root: Pick<Environment, 'id' | 'friendlyName'>
  onClose: () => void
}

/** All tiles of a root environment in one dialog: what they say, where they lead, who sees them, in which order. */
export function TileEditor({ root, onClose }: TileEditorProps) {
  const intl = useIntl()
  const input = { environmentId: root.id }
  // What is being edited must not change under the hands.
  const query = useQuery(api.externalTiles.definition.queryOptions({ input, staleTime: Infinity, gcTime: 0 }))
  if (query.data)
    return (
      <TileEditorForm
        root={root}
        stored={query.data as TileDefinition}
        onClose={onClose}
        onReload={() => void query.refetch()}
        key={query.data.version}
      />
    )
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
  onReload: () => void
}

function TileEditorForm({ root, stored, onClose, onReload }: TileEditorFormProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const queries = useQueryClient()
  const [tiles, setTiles] = useState<readonly ExternalTile[]>(stored.tiles)
  const [builtIn, setBuiltIn] = useState<BuiltInTileForm>({
    documentation: stored.builtIn.documentation ?? '',
    feedback: stored.builtIn.feedback ?? '',
  })
  const [checked, setChecked] = useState(false)
  // What somebody else saved meanwhile is told when this is saved, also when a way to the sign-in page lay between.
  const [baseVersion, setBaseVersion] = useState(stored.version)
  const offline = useOffline()
  const dirty = JSON.stringify([tiles, toBuiltIn(builtIn)]) !== JSON.stringify([stored.tiles, stored.builtIn])
  useRecovery(tilesRecoveryId(root.id), dirty ? { tiles, builtIn, baseVersion } : null, kept => {
    setTiles(kept.tiles)
    setBuiltIn(kept.builtIn)
    setBaseVersion(kept.baseVersion)
  })
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState(false)
  const conflict = useConflict()
  const textsOf = ({ tiles: shown, builtIn: links }: Pick<TileDefinition, 'tiles' | 'builtIn'>): VersionTexts =>
    tileVersionTexts(shown, links, {
      order: intl.formatMessage({ id: 'Tiles.Title' }),
      documentation: intl.formatMessage({ id: 'Tiles.Documentation.Title' }),
      feedback: intl.formatMessage({ id: 'Tiles.Feedback.Title' }),
    })
  const linkProblems = validateBuiltInTiles(builtIn)
  const valid =
    tiles.every(tile => Object.keys(validateTile(tile)).length === 0) && Object.keys(linkProblems).length === 0
  const submit = async (over = baseVersion) => {
    setChecked(true)
    if (!valid) return
    const mine = {
      builtIn: toBuiltIn(builtIn),
      tiles: tiles.map(tile => ({
        ...tile,
        title: tile.title.trim(),
        description: tile.description.trim(),
        url: tile.url.trim(),
      })),
    }
    setSaving(true)
    setFailed(false)
    try {
      await client.externalTiles.save({ environmentId: root.id, baseVersion: over, ...mine })
      announce(intl.formatMessage({ id: 'Tiles.Saved' }))
      await queries.invalidateQueries({ queryKey: api.externalTiles.key() })
      onClose()
      return
    } catch (error) {
      setFailed(
        !(await conflict.ask(error, {
          load: () => client.externalTiles.definition({ environmentId: root.id }),
          takeTheirs: onReload,
          keepMine: theirs => submit(theirs.version),
          differences: theirs => differencesOf(textsOf(mine), textsOf(theirs as TileDefinition)),
        })),
      )
    }
    setSaving(false)
  }
  const link = (field: keyof BuiltInTileForm) => (
    <Field
      label={<FormattedMessage id={field === 'documentation' ? 'Tiles.Documentation.Title' : 'Tiles.Feedback.Title'} />}
      {...(checked && linkProblems[field] ? { error: <FormattedMessage id="Tiles.Problem.Url" /> } : {})}
    >
      <Input
        type="url"
        value={builtIn[field]}
        onChange={event => setBuiltIn({ ...builtIn, [field]: event.target.value })}
      />
    </Field>
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
        <div className="flex flex-col gap-3 py-2">
          {offline ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Offline.Writes" />
            </Callout>
          ) : null}
          {checked && !valid ? (
            <Callout tone="danger" live>
              <FormattedMessage id="Tiles.Problem.Some" />
            </Callout>
          ) : null}
          {failed ? (
            <Callout tone="danger" live>
              <FormattedMessage id="Tiles.Failed" />
            </Callout>
          ) : null}
          {conflict.question}
          {tiles.map((tile, index) => (
            <TileFields
              key={tile.id}
              tile={tile}
              number={index + 1}
              first={index === 0}
              last={index === tiles.length - 1}
              checked={checked}
              onChange={changed => setTiles(tiles.map(other => (other.id === tile.id ? changed : other)))}
              onMove={by => setTiles(moveItem(tiles, index, by))}
              onRemove={() => setTiles(tiles.filter(other => other.id !== tile.id))}
            />
          ))}
          <div className="flex flex-wrap items-center gap-3">
            <Button
              start={<Icon icon={Plus} />}
              disabled={tiles.length >= maxTiles}
              onClick={() => setTiles([...tiles, newTile()])}
            >
              <FormattedMessage id="Tiles.Add" />
            </Button>
            <span className="text-xs text-fg-muted">
              <FormattedMessage id="Tiles.Count" values={{ count: tiles.length, most: maxTiles }} />
            </span>
          </div>
          <h3 className="mbs-2 font-semibold">
            <FormattedMessage id="Tiles.BuiltIn" />
          </h3>
          {link('documentation')}
          {link('feedback')}
        </div>
      </DialogContent>
    </Dialog>
  )
}
