import { useHref } from '../../platform/environments/environments.tsx'

/** In the address: the external assessment whose form is open, or `new`. */
export const formParameter = 'edit'
/** In the address: the external assessment whose figures over time are shown. */
export const performanceParameter = 'performance'
export const newForm = 'new'
/** Key of the sharing of the environment's assessments in the recovery. */
export const sharingRecoveryId = (environmentId: string): string => `external-assessments/sharing/${environmentId}`

/** Address of the list, or of the figures of one external assessment. */
export function useAssessmentsHref(): (performanceOf?: string) => string {
  const href = useHref()
  return performanceOf =>
    href(
      '/data/externalassessments',
      performanceOf === undefined ? undefined : new URLSearchParams({ [performanceParameter]: performanceOf }),
    )
}
