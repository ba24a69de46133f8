"""The studio: landscapes live in the browser.

Words: *protocol*, *document* (recipe with history), *job*, *stream*. It asks ``works`` and computes no terrain itself.
"""
