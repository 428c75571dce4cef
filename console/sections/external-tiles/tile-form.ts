import type { BuiltInTiles, ExternalTile, TileDefinition } from '@assay/risk-service/contract'
import type { VersionTexts } from '../../platform/authoring/conflict/differences.ts'

/** Key of the edited tiles of a root in the recovery. */
export const tilesRecoveryId = (rootId: string): string => `tiles/${rootId}`

/** Addresses of the built-in tiles as typed; empty is none. */
interface BuiltInTileForm {
  documentation: string
  feedback: string
  support: string
}
/** Everything that is edited together. */
export interface TileSetForm {
  tiles: ExternalTile[]
  builtIn: BuiltInTileForm
}

export const tileSetFormOf = ({ tiles, builtIn }: Pick<TileDefinition, 'tiles' | 'builtIn'>): TileSetForm => ({
  tiles,
  builtIn: {
    documentation: builtIn.documentation ?? '',
    feedback: builtIn.feedback ?? '',
    support: builtIn.support ?? '',
  },
})
/** What is sent: texts without the blanks around them. */
export const tileSetOf = ({ tiles, builtIn }: TileSetForm): Pick<TileDefinition, 'tiles' | 'builtIn'> => ({
  builtIn: toBuiltIn(builtIn),
  tiles: tiles.map(tile => ({
    ...tile,
    title: tile.title.trim(),
    description: tile.description.trim(),
    url: tile.url.trim(),
  })),
})
function toBuiltIn({ documentation, feedback, support }: BuiltInTileForm): BuiltInTiles {
  return {
    documentation: documentation.trim() || null,
    feedback: feedback.trim() || null,
    support: support.trim() || null,
  }
}

/** Each tile and the order of all, for two people who changed them. A picture is described by its size. */
export function tileVersionTexts(
  tiles: readonly ExternalTile[],
  { documentation, feedback, support }: BuiltInTiles,
  labels: Record<'order' | 'documentation' | 'feedback' | 'support', string>,
): VersionTexts {
  return [
    { id: 'order', label: labels.order, text: tiles.map(({ title }) => title).join('\n') },
    ...tiles.map(({ id, title, description, url, picture, roles }) => ({
      id,
      label: title,
      text: [title, description, url, picture === null ? '' : `${picture.length} B`, roles.join(', ')]
        .filter(text => text !== '')
        .join('\n'),
    })),
    { id: 'documentation', label: labels.documentation, text: documentation ?? '' },
    { id: 'feedback', label: labels.feedback, text: feedback ?? '' },
    { id: 'support', label: labels.support, text: support ?? '' },
  ]
}
