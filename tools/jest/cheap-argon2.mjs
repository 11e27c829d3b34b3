import argon2 from '@node-rs/argon2'

export const { verify } = argon2

/** A hash of the least cost: the suites create thousands of accounts. test/process proves the cost of the product. */
export const hash = (password, options) => argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 })
