/** Limits of the tiles of a root environment. */
export const externalTileLimits = {
  tiles: 6,
  title: 60,
  description: 200,
  url: 2000,
  /** Bytes of a picture. */
  picture: 48_000,
  /** Characters of the data URL of a picture. */
  pictureUrl: 66_000,
} as const
