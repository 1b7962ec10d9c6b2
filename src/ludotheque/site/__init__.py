"""Static site: the whole house as a folder of files that any web server can offer.

Pages are written beforehand, in every language, by the templates of the served house; the tables
behind them are those of `ludotheque.local`, on Pyodide in the reader's browser.
"""
