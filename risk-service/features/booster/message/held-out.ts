import { isSampled } from '../../../engine/decide/experiment-runner.ts'

/**
 * Whether a purchase belongs to the share about which nothing is sent. The key and the purchase alone decide: a
 * repeated question has the same answer, and a larger share contains a smaller one.
 * @param share percent
 */
export const isHeldOut = (
  { key, share }: { key: string; share: number },
  { environmentId, externalId }: { environmentId: string; externalId: string },
): boolean => isSampled(`${key} ${environmentId}`, externalId, share)
