import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Shows its content once its place is near the visible part of the page: until then nothing of it is fetched. */
export function WhenSeen({ className, children }: { className?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (seen || !place.current) return undefined
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [seen])
  return (
    <div ref={place} className={className}>
      {seen ? children : null}
    </div>
  )
}
