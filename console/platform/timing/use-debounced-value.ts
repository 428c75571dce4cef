import { useEffect, useState } from 'react'

/** What was typed once nobody types any more: what is asked of the service. */
export function useDebouncedValue<Value>(value: Value, milliseconds = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
