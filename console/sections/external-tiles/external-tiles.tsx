import { Button, Card, CardBody, CardHeader, Icon, lazyPart } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { BookOpen, ExternalLink, type LucideIcon, MessageSquare, Settings2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../platform/api/client.ts'
import { useEnvironment, useEnvironments } from '../../platform/environments/environments.tsx'
import { readRecovery } from '../../platform/recovery/use-recovery.ts'
import { tilesRecoveryId } from './tile-form.ts'

const TileEditor = lazyPart(() => import('./tile-editor.tsx').then(module => ({ default: module.TileEditor })))

/** Described by the service itself, wherever it runs. */
const defaultDocumentation = '/openapi.json'

interface DisplayedTile {
  id: string
  title: string
  description: string
  url: string
  picture: string | null
  icon: LucideIcon
}

/** Links that leave the dashboard: the tiles of the root's administrator, the documentation, and feedback. */
export function ExternalTiles() {
  const intl = useIntl()
  const environment = useEnvironment()
  const { session } = useEnvironments()
  const { data } = useQuery(
    api.externalTiles.list.queryOptions({ input: { environmentId: environment.id }, staleTime: 300_000 }),
  )
  const root = session.environments.find(({ id }) => id === (environment.ancestorIds[0] ?? environment.id))
  // The input from before the end of the session is restored.
  const [editing, setEditing] = useState(
    () => root !== undefined && readRecovery(tilesRecoveryId(root.id)) !== undefined,
  )
  const mayManage = root?.capabilities['admin.configuration'] === 'write'
  if (!data) return null
  const { documentation, feedback } = data.builtIn
  const shown: DisplayedTile[] = [
    ...data.tiles.map(tile => ({ ...tile, icon: ExternalLink })),
    {
      id: 'documentation',
      title: intl.formatMessage({ id: 'Tiles.Documentation.Title' }),
      url: documentation ?? defaultDocumentation,
      picture: null,
      icon: BookOpen,
      description: intl.formatMessage({
        id: documentation === null ? 'Tiles.Documentation.Own' : 'Tiles.Documentation.Text',
      }),
    },
    ...(feedback === null
      ? []
      : [
          {
            id: 'feedback',
            title: intl.formatMessage({ id: 'Tiles.Feedback.Title' }),
            description: intl.formatMessage({ id: 'Tiles.Feedback.Text' }),
            url: feedback,
            picture: null,
            icon: MessageSquare,
          },
        ]),
  ]
  return (
    <Card>
      <CardHeader
        title={<FormattedMessage id="Tiles.Title" />}
        actions={
          mayManage ? (
            <Button variant="ghost" size="sm" start={<Icon icon={Settings2} />} onClick={() => setEditing(true)}>
              <FormattedMessage id="Tiles.Manage" />
            </Button>
          ) : undefined
        }
      />
      <CardBody className="@container">
        <ul className="grid gap-3 @md:grid-cols-2 @3xl:grid-cols-3">
          {shown.map(tile => (
            <li key={tile.id} className="flex min-w-0">
              <Tile {...tile} />
            </li>
          ))}
        </ul>
      </CardBody>
      {editing && root && mayManage ? (
        <Suspense fallback={null}>
          <TileEditor root={root} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </Card>
  )
}

/** One link out, in a new tab that does not learn where it was opened from. */
function Tile({ title, description, url, picture, icon }: DisplayedTile) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
      className="relative flex min-w-0 flex-1 items-start gap-3 rounded-control border border-line-subtle p-3 text-sm focus-ring hover:bg-surface-hover"
    >
      {picture === null ? (
        <Icon icon={icon} className="my-0.5 text-fg-secondary" />
      ) : (
        <img src={picture} alt="" className="size-control shrink-0 rounded-chip object-cover" />
      )}
      <span className="min-w-0 flex-1 wrap-anywhere">
        <bdi className="block font-medium text-link">{title}</bdi>
        {description === '' ? null : <bdi className="block text-xs text-fg-secondary">{description}</bdi>}
        <span className="sr-only">
          <FormattedMessage id="Tiles.NewTab" />
        </span>
      </span>
    </a>
  )
}
