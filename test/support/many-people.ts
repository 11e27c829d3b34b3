/** `RATE_LIMITS` for programs in which everybody comes from one address. */
export const manyPeople = JSON.stringify({
  login: { perAddress: false },
  register: { perAddress: false },
  send: { perAddress: false },
  verify: { perAddress: false },
})
