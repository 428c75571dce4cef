import { ChevronDown, ChevronRight } from 'lucide-react'

/** Points along the reading direction while closed, down while open. */
export function ExpandMark({ open }: { open: boolean }) {
  return open ? (
    <ChevronDown aria-hidden className="size-4 shrink-0" />
  ) : (
    <ChevronRight aria-hidden className="size-4 shrink-0 rtl:-scale-x-100" />
  )
}
