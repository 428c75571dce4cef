import { Tour, type TourStep, useAnnounce } from '@assay/design-system'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useLocation, useNavigate } from 'react-router-dom'
import { useHref } from '../../platform/environments/environments.tsx'
import { endTour, type RunningTour, saveTourStep } from '../../platform/tours/index.ts'
import { tourPlans } from './steps.ts'

/** A page that is being fetched, and its first rows, are worth waiting for. */
const targetTimeout = 6000

const capitalized = (id: string) => id.charAt(0).toUpperCase() + id.slice(1)

/** Runs a tour: its call-outs, and the pages they stand on. */
export function TourDialog({ tour }: { tour: RunningTour }) {
  const intl = useIntl()
  const announce = useAnnounce()
  const navigate = useNavigate()
  const href = useHref()
  const { pathname } = useLocation()
  const plan = tourPlans[tour.id]
  const shownPath = useRef(pathname)
  useLayoutEffect(() => {
    shownPath.current = pathname
  }, [pathname])
  const steps = useMemo(
    () =>
      plan.map(({ id, path, target, nameId, side }): TourStep => {
        return {
          id,
          // The previous page may have an element that matches the target; the title of the new one gets the focus.
          target: () => (path === null || path === shownPath.current ? document.querySelector(target) : null),
          targetTimeout: targetTimeout,
          targetName: intl.formatMessage({ id: nameId }),
          title: intl.formatMessage({ id: `Tours.${capitalized(tour.id)}.${id}.Title` }),
          body: intl.formatMessage({ id: `Tours.${capitalized(tour.id)}.${id}.Text` }),
          ...(side ? { side } : {}),
        }
      }),
    [plan, tour.id, intl],
  )
  const index = Math.min(tour.step, plan.length - 1)
  const page = plan[index]?.path ?? null
  // Opens the page of the step.
  const goThere = useEffectEvent(() => {
    if (page !== null && pathname !== page) void navigate(href(page))
  })
  useEffect(() => goThere(), [index])
  return (
    <Tour
      open
      steps={steps}
      step={plan[index]?.id ?? ''}
      onStepChange={id =>
        saveTourStep(
          tour.id,
          plan.findIndex(step => step.id === id),
        )
      }
      onEnd={({ outcome, stepId }) => {
        endTour(
          tour.id,
          outcome,
          Math.max(
            0,
            plan.findIndex(step => step.id === stepId),
          ),
        )
        announce(intl.formatMessage({ id: outcome === 'done' ? 'Tours.Ended.Done' : 'Tours.Ended.Skipped' }))
      }}
    />
  )
}
