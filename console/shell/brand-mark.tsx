/** The product's mark: decorative, the name stands beside it or in the heading below. */
export function BrandMark({ size = 20 }: { size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 40 40" className="shrink-0 text-surface-inverse">
      <rect width="40" height="40" rx="9" fill="currentColor" />
      <path d="M11.5 29.5 20 10l8.5 19.5M16 24.6h8" fill="none" strokeWidth="3.4" strokeLinecap="round" strokeLinejoin="round" className="stroke-canvas" />
    </svg>
  )
}
