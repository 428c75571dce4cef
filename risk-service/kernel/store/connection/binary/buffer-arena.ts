/** Reusable memory: its buffers are valid until the next reset. */
export interface BufferArena {
  allocate: (size: number) => Buffer
  reset: () => void
}

const initialBytes = 256 * 1024
/** Larger buffers are so rare that retaining them would cost more than allocating them. */
const maxBytes = 16 * 1024 * 1024

/**
 * V8 counts every buffer as memory outside its heap, and reacts to 64 MB of it with a collection of the whole heap,
 * which takes a tenth of a second from decisions. A batch needs as much as the batch before it: the memory is retained
 * and reused.
 */
export function createBufferArena(): BufferArena {
  let slab = Buffer.allocUnsafeSlow(initialBytes)
  let used = 0
  let requestedBytes = 0
  return {
    allocate(size) {
      requestedBytes += size
      if (used + size > slab.length) return Buffer.allocUnsafe(size)
      used += size
      return slab.subarray(used - size, used)
    },
    reset() {
      if (requestedBytes > slab.length && slab.length < maxBytes)
        slab = Buffer.allocUnsafeSlow(Math.min(2 * requestedBytes, maxBytes))
      used = 0
      requestedBytes = 0
    },
  }
}
